import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './media-grid.module.css';

export interface MediaGridProps {
  /** `feature`: the first tile is larger than the others; `wide`: fewer tiles per row, in the aspect ratio of a video. */
  layout?: 'even' | 'feature' | 'wide';
  label?: string;
  children: ReactNode;
}

/** Grid of tiles with small gaps; on phones it extends to both edges of the screen. */
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
