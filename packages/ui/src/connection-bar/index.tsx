import styles from './connection-bar.module.css';

/** One sentence about the connection above the foot of the page, read out when it changes; it takes no touch from a control. */
export function ConnectionBar({ text }: { text: string | null }) {
  return (
    <div className={styles.place} aria-live="polite">
      {text !== null && <p className={styles.bar}>{text}</p>}
    </div>
  );
}
