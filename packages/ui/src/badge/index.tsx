import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './badge.module.css';

export interface BadgeProps {
  tone?: 'plain' | 'success' | 'danger' | 'plate';
  children: ReactNode;
}

export function Badge({ tone = 'plain', children }: BadgeProps) {
  return <span className={classNames(styles.badge, tone !== 'plain' && styles[tone])}>{children}</span>;
}

/** The word is always shown beside the dot; `manual` marks a live set by a person instead of the schedule. */
export function LiveBadge({ manual }: { manual?: boolean }) {
  return <span className={classNames(styles.badge, styles.live)}>{manual ? 'LIVE (MANUEL)' : 'LIVE'}</span>;
}
