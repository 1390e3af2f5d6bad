import type { ReactNode, Ref } from 'react';
import styles from './icon-list.module.css';

export interface IconListProps {
  label: string;
  /** `end`: a button, or a badge in its place. */
  rows: readonly { id: string; icon: ReactNode; title: string; text: ReactNode; end?: ReactNode }[];
  /** Gives access to the list, to move the focus. */
  listRef?: Ref<HTMLUListElement> | undefined;
}

/** List of rows with an icon, a name, a line below it and an action. */
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
