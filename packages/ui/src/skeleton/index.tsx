import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './skeleton.module.css';

/** Grey placeholder of content that is loading. */
export function Skeleton({ shape = 'line' }: { shape?: 'cover' | 'wide' | 'fill' | 'line' | 'short' | 'round' }) {
  return <div className={classNames(styles.skeleton, styles[shape])} aria-hidden="true" />;
}

/** Announces the loading state once, for any number of placeholders inside. */
export function Loading({
  label = 'Chargement',
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" className={className}>
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}
