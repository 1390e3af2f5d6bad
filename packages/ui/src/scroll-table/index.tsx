import type { ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import styles from './scroll-table.module.css';

export interface ScrollTableProps {
  label: string;
  /** Headings of the columns; `text`: left-aligned, as the first column always is; a hidden one names the column of buttons. */
  columns: readonly {
    name: string;
    text?: boolean;
    isHidden?: boolean;
    /** Whether phones show the value beside the row's name, as the main figure. */
    isMain?: boolean;
  }[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
  /** Rows of sums below a line at the end. */
  sums?: readonly { id: string; cells: readonly ReactNode[] }[];
  /** Gives access to the rows, to move the focus. */
  bodyRef?: Ref<HTMLTableSectionElement>;
}

/** Table of figures. It scrolls by itself, also by keyboard, and on phones its rows are stacked. */
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
