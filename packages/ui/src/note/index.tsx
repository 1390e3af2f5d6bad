import type { ReactNode } from 'react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import styles from './note.module.css';

/** Message about a failure and its remedy, in the flow of a page; announced when it appears. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note} role="alert">
      <TriangleAlert />
      <span>{children}</span>
    </p>
  );
}
