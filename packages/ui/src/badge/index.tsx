import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './badge.module.css';

export interface BadgeProps {
  /** `quiet`: for states that are over or have no effect. */
  tone?: 'plain' | 'quiet' | 'success' | 'danger' | 'plate';
  children: ReactNode;
}

/** A state in one word. Danger never shows by its colour alone: a word without its own icon gets the triangle. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, tone !== 'plain' && styles[tone])}>
      {tone === 'danger' && typeof children === 'string' && <TriangleAlert />}
      {children}
    </span>
  );
}

/** Badge of a live. The word is always shown beside the dot; `manual` marks a live set by hand instead of by the schedule. */
export function LiveBadge({ manual }: { manual?: boolean }) {
  return <span className={classNames(styles.badge, styles.live)}>{manual ? 'LIVE (MANUEL)' : 'LIVE'}</span>;
}
