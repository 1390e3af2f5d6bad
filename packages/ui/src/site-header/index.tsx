import type { ComponentProps, ReactNode } from 'react';
import UserRound from 'lucide-react/icons/user-round';
import type { LinkTarget } from '../anchor/index.tsx';
import { Wordmark } from '../wordmark/index.tsx';
import styles from './site-header.module.css';

export interface SiteHeaderProps extends LinkTarget {
  /** Name of the site, beside the logo. */
  name: string;
  /** Content at the end: one ghost button, or the account menu. */
  children?: ReactNode;
}

interface AvatarOf {
  initials: string;
  /** Name of the account's owner. */
  label: string;
}

/**
 * Sticky header. Transparent over a page that begins with a picture (an element with `data-under-header`), otherwise in the surface
 * colour.
 */
export function SiteHeader({ name, children, ...home }: SiteHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={`page ${styles.bar}`}>
        <Wordmark {...home}>{name}</Wordmark>
        {children && <div className={styles.end}>{children}</div>}
      </div>
    </header>
  );
}

/** Button that opens the account menu: initials or a silhouette; its accessible name begins with the visible text (WCAG 2.5.3). */
export function AvatarButton({ initials, label, ...button }: Omit<ComponentProps<'button'>, 'aria-label'> & AvatarOf) {
  return (
    <button
      type="button"
      className={styles.account}
      aria-haspopup="menu"
      aria-label={[initials, label].filter(Boolean).join(', ')}
      {...button}
    >
      <span className={styles.initials}>{initials || <UserRound />}</span>
    </button>
  );
}
