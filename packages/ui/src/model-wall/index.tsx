import { Children, useRef, type ReactNode } from 'react';
import styles from './model-wall.module.css';
import { useIdleRendering } from './use-idle-rendering.ts';

export interface ModelWallProps {
  /** Two columns on phones, of pictures and names alone. */
  compact?: boolean;
  /** All children are here: the last row is closed, whatever their number. */
  whole?: boolean;
  children: ReactNode;
}

/** An uneven wall of pictures, in eights; its children are `ModelCard`s, or skeletons in their place. */
export function ModelWall({ compact, whole, children }: ModelWallProps) {
  const ref = useRef<HTMLDivElement>(null);
  useIdleRendering(ref, Children.count(children));
  return (
    <div className={styles.wall} ref={ref} data-compact={compact ? '' : undefined} data-whole={whole ? '' : undefined}>
      {children}
    </div>
  );
}
