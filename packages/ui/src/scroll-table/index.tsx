import type { ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import styles from './scroll-table.module.css';

export interface ScrollTableProps {
  label: string;
  /** Heads of the columns; `text`: left-aligned, as the first one always is; a hidden one names the column of buttons. */
  columns: readonly {
    name: string;
    text?: boolean;
    isHidden?: boolean;
    /** Stands beside the row's name on phones: the figure that matters. */
    isMain?: boolean;
  }[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
  /** Rows under a rule at the end. */
  sums?: readonly { id: string; cells: readonly ReactNode[] }[];
  /** Gives access to the rows, to move the focus. */
  bodyRef?: Ref<HTMLTableSectionElement>;
}

/** A table of figures; it scrolls by itself, also by keyboard, and on phones its rows stand one under the other. */
export function ScrollTable({ label, columns, rows, sums = [], bodyRef }: ScrollTableProps) {
  const alignment = (index: number) =>
    classNames((index === 0 || columns[index]?.text) && styles.text, columns[index]?.isMain && styles.main);
  const rowOf = ({ id, cells }: ScrollTableProps['rows'][number]) => (
    <tr key={id}>
      {cells.map((cell, index) =>
        index === 0 ? (
          <th key={columns[index]?.name} scope="row" className={styles.text}>
            {cell}
          </th>
        ) : (
          <td
            key={columns[index]?.name}
            className={alignment(index)}
            data-label={columns[index]?.isHidden ? undefined : columns[index]?.name}
          >
            {cell}
          </td>
        ),
      )}
    </tr>
  );
  return (
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ name, isHidden }, index) => (
              <th key={name} scope="col" className={classNames(alignment(index))}>
                {isHidden ? <span className="visually-hidden">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={bodyRef}>{rows.map(rowOf)}</tbody>
        {sums.length > 0 && <tfoot>{sums.map(rowOf)}</tfoot>}
      </table>
    </div>
  );
}
