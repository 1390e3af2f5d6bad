import type { ComponentProps, ReactNode } from 'react';
import UserRound from 'lucide-react/icons/user-round';
import type { LinkTarget } from '../anchor/index.tsx';
import { Wordmark } from '../wordmark/index.tsx';
import styles from './site-header.module.css';

export interface SiteHeaderProps extends LinkTarget {
  /** The site's name, beside the mark. */
  name: string;
  /** Content at the far end: one ghost button, the menu of an account. */
  children?: ReactNode;
}

interface AvatarOf {
  initials: string;
  /** Name of the account's owner. */
  label: string;
}

/** Stays at the top. Clear over a page that begins with a picture (what carries `data-under-header`), surface otherwise. */
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

/** Opens the menu of an account: its initials, or a silhouette; the accessible name begins with what is seen (WCAG 2.5.3). */
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
