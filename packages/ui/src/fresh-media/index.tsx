import { Anchor, type LinkTarget } from '../anchor/index.tsx';
import { Picture, type PictureSource } from '../picture/index.tsx';
import { Loading, Skeleton } from '../skeleton/index.tsx';
import styles from './fresh-media.module.css';

export interface FreshMediaProps {
  label: string;
  /** At most three. */
  items: readonly (LinkTarget & { id: string; label: string; picture: PictureSource })[];
}

/** Row of links to the media that a payment has just unlocked. */
export function FreshMedia({ label, items }: FreshMediaProps) {
  return (
    <div className={styles.fresh} role="group" aria-label={label}>
      {items.map(({ id, label: name, picture, ...link }) => (
        <Anchor key={id} className={styles.tile} aria-label={name} {...link}>
          <Picture source={picture} decorative />
        </Anchor>
      ))}
    </div>
  );
}

/** Reserves the space of the row while its media load. */
export function FreshMediaPlace() {
  return (
    <Loading className={styles.fresh}>
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} shape="cover" />
      ))}
    </Loading>
  );
}
