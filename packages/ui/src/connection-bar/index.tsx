import styles from './connection-bar.module.css';

/**
 * One sentence about the connection above the bottom of the page, announced when it changes. It does not receive pointer events, so
 * that the controls below it work.
 */
export function ConnectionBar({ text }: { text: string | null }) {
  return (
    <div className={styles.place} aria-live="polite">
      {text !== null && <p className={styles.bar}>{text}</p>}
    </div>
  );
}
