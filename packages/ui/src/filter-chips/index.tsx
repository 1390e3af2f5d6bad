import styles from './filter-chips.module.css';

export interface Chip<Value extends string> {
  value: Value;
  label: string;
  /** Number of results, formatted. */
  count?: string | undefined;
  /** Shows the LIVE dot. */
  live?: boolean;
}

export interface FilterChipsProps<Value extends string> {
  label: string;
  chips: readonly Chip<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Filters of which one is active; they scroll sideways on phones. */
export function FilterChips<Value extends string>({ label, chips, value, onChange }: FilterChipsProps<Value>) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          className={styles.chip}
          aria-pressed={chip.value === value}
          onClick={() => onChange(chip.value)}
        >
          {chip.live && <span className={styles.dot} />}
          {chip.label} {chip.count !== undefined && <span className={styles.count}>{chip.count}</span>}
        </button>
      ))}
    </div>
  );
}
