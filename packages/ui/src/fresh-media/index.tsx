import { Anchor, type LinkTarget } from '../anchor/index.tsx';
import { Picture, type PictureSource } from '../picture/index.tsx';
import styles from './fresh-media.module.css';

export interface FreshMediaProps {
  label: string;
  /** Three at most. */
  items: readonly (LinkTarget & { id: string; label: string; picture: PictureSource })[];
}

/** What a payment has just unlocked, in one row; each is a link. */
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
