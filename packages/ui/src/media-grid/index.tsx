import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './media-grid.module.css';

export interface MediaGridProps {
  /** `feature`: the first tile is larger than the others; `wide`: fewer, in the shape of a film. */
  layout?: 'even' | 'feature' | 'wide';
  label?: string;
  children: ReactNode;
}

/** Tiles almost touching; on phones they run to both edges of the screen. */
export function MediaGrid({ layout = 'even', label, children }: MediaGridProps) {
  return (
    <div
      className={classNames(styles.tiles, layout !== 'even' && styles[layout])}
      role={label ? 'group' : undefined}
      aria-label={label}
    >
      {children}
    </div>
  );
}
