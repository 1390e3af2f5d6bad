import UserRound from 'lucide-react/icons/user-round';
import { Anchor, type LinkComponent } from '../anchor/index.tsx';
import { LiveBadge } from '../badge/index.tsx';
import { classNames } from '../class-names.ts';
import { Picture, type PictureSource } from '../picture/index.tsx';
import styles from './avatar.module.css';

export interface AvatarProps {
  /** Picture; a silhouette is shown without one. */
  source?: PictureSource | null;
  size?: 'small' | 'medium' | 'large';
  /** Shows the ring; `tag` adds the word below it. */
  live?: boolean;
  tag?: boolean;
  decorative?: boolean;
  priority?: boolean;
  /** Makes the avatar a link named by `label`. */
  href?: string;
  component?: LinkComponent;
  label?: string;
}

/** Round picture of a person, with a ring while live; a link if it has `href`. */
export function Avatar({
  source,
  size = 'small',
  live,
  tag,
  decorative,
  priority,
  href,
  component,
  label,
}: AvatarProps) {
  const className = classNames(styles.avatar, size !== 'small' && styles[size], live && styles.live);
  const content = (
    <>
      {source?.src ? (
        <Picture source={source} decorative={decorative || Boolean(href)} priority={priority} />
      ) : (
        <UserRound className={styles.silhouette} />
      )}
      {live && tag && (
        <span className={styles.tag}>
          <LiveBadge />
        </span>
      )}
    </>
  );
  if (href)
    return (
      <Anchor href={href} component={component} className={className} aria-label={label}>
        {content}
      </Anchor>
    );
  return <span className={className}>{content}</span>;
}
