import type { ReactNode } from 'react';
import UserRound from 'lucide-react/icons/user-round';
import type { LinkTarget } from '../anchor/index.tsx';
import { ButtonLink } from '../button/index.tsx';
import { Wordmark } from '../wordmark/index.tsx';
import styles from './site-header.module.css';

export interface SiteHeaderProps extends LinkTarget {
  /** The site's name, beside the mark. */
  name: string;
  /** At the far end: one ghost button, a name. */
  children?: ReactNode;
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

/** The way to one's own account; on a phone the icon alone, beside which there is no room for words. */
export function AccountLink({ children, ...target }: LinkTarget & { children: string }) {
  return (
    <ButtonLink variant="ghost" {...target}>
      <UserRound />
      <span className={styles.words}>{children}</span>
    </ButtonLink>
  );
}
