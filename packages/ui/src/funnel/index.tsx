import styles from './funnel.module.css';

export interface FunnelStep {
  name: string;
  count: number;
  /** The count, formatted. */
  value: string;
  /** Its share of a former step, in words. */
  rate: string;
}

/** Steps one under the other, each drawn as a share of the greatest. */
export function Funnel({ steps }: { steps: readonly FunnelStep[] }) {
  const greatest = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <ol className={styles.funnel}>
      {steps.map(({ name, count, value, rate }) => (
        <li key={name}>
          <span>{name}</span>
          <span className={styles.value}>{value}</span>
          <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={Math.max(count > 0 ? 1 : 0, (count / greatest) * 100)} height="1" />
          </svg>
          <span className={styles.rate}>{rate}</span>
        </li>
      ))}
    </ol>
  );
}
