import type { ReactNode } from 'react';
import styles from './model-wall.module.css';

/** An uneven wall of pictures, in eights; its children are `ModelCard`s, or skeletons in their place. */
export function ModelWall({ children }: { children: ReactNode }) {
  return <div className={styles.wall}>{children}</div>;
}
