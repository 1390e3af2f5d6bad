import type { ReactNode } from 'react';
import styles from './site-footer.module.css';

/** The last line of a page; its children stand side by side. */
export function SiteFooter({ children }: { children: ReactNode }) {
  return (
    <footer className={styles.footer}>
      <div className={`page ${styles.row}`}>{children}</div>
    </footer>
  );
}
