import { Children, useRef, type ReactNode } from 'react';
import styles from './model-wall.module.css';
import { useIdleRendering } from './use-idle-rendering.ts';

/** An uneven wall of pictures, in eights; its children are `ModelCard`s, or skeletons in their place. */
export function ModelWall({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useIdleRendering(ref, Children.count(children));
  return (
    <div className={styles.wall} ref={ref}>
      {children}
    </div>
  );
}
