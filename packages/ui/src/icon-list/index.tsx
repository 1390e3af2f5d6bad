import type { ReactNode, Ref } from 'react';
import styles from './icon-list.module.css';

export interface IconListProps {
  label: string;
  /** `end`: a button, or a badge in its place. */
  rows: readonly { id: string; icon: ReactNode; title: string; text: ReactNode; end?: ReactNode }[];
  /** For moving the focus to the list. */
  listRef?: Ref<HTMLUListElement> | undefined;
}

/** What belongs to an account, one row each: icon, name, a line below it, and what is done with it. */
export function IconList({ label, rows, listRef }: IconListProps) {
  return (
    <ul className={styles.list} ref={listRef} tabIndex={-1} aria-label={label}>
      {rows.map(({ id, icon, title, text, end }) => (
        <li key={id}>
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
          <div className={styles.text}>
            <strong>{title}</strong>
            <p className="small soft">{text}</p>
          </div>
          {end}
        </li>
      ))}
    </ul>
  );
}
