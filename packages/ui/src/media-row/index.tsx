import type { ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { classNames } from '../class-names.ts';
import styles from './media-row.module.css';

export interface MediaRowProps {
  /** An address, or an icon where there is no picture yet. */
  picture: string | null;
  icon: ReactNode;
  title: ReactNode;
  /** The line under the title. */
  state: ReactNode;
  tone?: 'plain' | 'error' | 'success';
  /** A bar between title and line. */
  progress?: ReactNode;
  children?: ReactNode;
  /** Controls in front of the picture: a handle, a checkbox. */
  before?: ReactNode;
  /** The picture's address gave none. */
  onPictureError?: () => void;
  /** Drawn as an item of a list. */
  as?: 'li' | 'div';
}

/** A file in a panel: what it looks like, how it is, what can be done. The row keeps its height whatever happens to the file. */
export function MediaRow({
  picture,
  icon,
  title,
  state,
  tone = 'plain',
  progress,
  children,
  before,
  onPictureError,
  as: Element = 'li',
}: MediaRowProps) {
  return (
    <Element className={styles.row}>
      {before && <div className={styles.before}>{before}</div>}
      <span className={styles.thumb}>
        {picture ? (
          <img src={picture} alt="" width={56} height={68} loading="lazy" draggable={false} onError={onPictureError} />
        ) : (
          icon
        )}
      </span>
      <div className={styles.what}>
        <span className={styles.title}>{title}</span>
        {progress}
        <span
          className={classNames(styles.state, tone !== 'plain' && styles[tone])}
          role={tone === 'error' ? 'alert' : undefined}
        >
          {tone === 'error' && <TriangleAlert />}
          {tone === 'success' && <Check />}
          {state}
        </span>
      </div>
      {children && <div className={styles.controls}>{children}</div>}
    </Element>
  );
}

/** Rows one under the other. */
export function MediaRows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}
