import type { ReactNode } from 'react';
import styles from './contract.module.css';

/** What follows a request, beside its form. */
export const Aside = ({ title, points }: { title: string; points: readonly { what: string; how: ReactNode }[] }) => (
  <>
    <h2 className="heading">{title}</h2>
    <ol className={styles.next}>
      {points.map(({ what, how }) => (
        <li key={what}>
          <b>{what}</b>
          <br />
          <span className="small soft">{how}</span>
        </li>
      ))}
    </ol>
  </>
);
