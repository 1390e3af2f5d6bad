import { Children, useRef, type ReactNode } from 'react';
import styles from './model-wall.module.css';
import { useIdleRendering } from './use-idle-rendering.ts';

export interface ModelWallProps {
  /** Two columns on phones, with only pictures and names. */
  compact?: boolean;
  /** Whether all children are rendered: the last row is then filled, whatever their number. */
  whole?: boolean;
  children: ReactNode;
}

/** Wall of pictures of different sizes, in groups of eight; its children are `ModelCard`s or skeletons. */
export function ModelWall({ compact, whole, children }: ModelWallProps) {
  const ref = useRef<HTMLDivElement>(null);
  useIdleRendering(ref, Children.count(children));
  return (
    <div className={styles.wall} ref={ref} data-compact={compact ? '' : undefined} data-whole={whole ? '' : undefined}>
      {children}
    </div>
  );
}
