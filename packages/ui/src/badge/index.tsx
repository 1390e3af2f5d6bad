import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './badge.module.css';

export interface BadgeProps {
  /** `quiet`: what is over or has no effect. */
  tone?: 'plain' | 'quiet' | 'success' | 'danger' | 'plate';
  children: ReactNode;
}

/** A state in a word. Danger never shows by its colour alone: words without a mark of their own get the triangle. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, tone !== 'plain' && styles[tone])}>
      {tone === 'danger' && typeof children === 'string' && <TriangleAlert />}
      {children}
    </span>
  );
}

/** The word is always shown beside the dot; `manual` marks a live set by a person instead of the schedule. */
export function LiveBadge({ manual }: { manual?: boolean }) {
  return <span className={classNames(styles.badge, styles.live)}>{manual ? 'LIVE (MANUEL)' : 'LIVE'}</span>;
}
