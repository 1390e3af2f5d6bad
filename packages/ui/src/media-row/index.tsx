import type { ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { classNames } from '../class-names.ts';
import styles from './media-row.module.css';

export interface MediaRowProps {
  /** Address of the picture; null shows the icon. */
  picture: string | null;
  icon: ReactNode;
  title: ReactNode;
  /** Line below the title. */
  state: ReactNode;
  tone?: 'plain' | 'error' | 'success';
  /** Progress bar between title and line. */
  progress?: ReactNode;
  children?: ReactNode;
  /** Controls before the picture: a handle, a checkbox. */
  before?: ReactNode;
  /** Called when the picture fails to load. */
  onPictureError?: () => void;
  /** Element to render. */
  as?: 'li' | 'div';
}

/** Row of a file in a panel: preview, state and actions. The height does not depend on the file's state. */
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

/** Rows in a column. */
export function MediaRows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}
