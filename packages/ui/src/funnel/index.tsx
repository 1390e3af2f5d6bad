import styles from './funnel.module.css';

export interface FunnelStep {
  name: string;
  /** Count of the step, formatted. */
  value: string;
  /** Share of the preceding step, 0 to 1. */
  share: number;
  /** The share as text. */
  rate: string;
}

/** Steps in a column, each with a bar for its share. */
export function Funnel({ steps }: { steps: readonly FunnelStep[] }) {
  return (
    <ol className={styles.funnel}>
      {steps.map(({ name, value, share, rate }) => (
        <li key={name}>
          <span>{name}</span>
          <span className={styles.value}>{value}</span>
          <svg className={styles.bar} aria-hidden="true">
            <rect width={`${Math.max(share > 0 ? 1 : 0, Math.min(1, share) * 100)}%`} height="100%" />
          </svg>
          <span className={styles.rate}>{rate}</span>
        </li>
      ))}
    </ol>
  );
}
