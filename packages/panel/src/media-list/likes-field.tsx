import { wholeNumber } from 'contracts/fields';
import { useId, useState } from 'react';
import styles from './likes-field.module.css';

interface LikesFieldProps {
  /** Whose likes: "Photo 3". */
  name: string;
  likes: number | null;
  onChange: (likes: number | null) => void;
}

/** Likes are a whole number; an empty field means none, which the item shows nothing of. */
const likesNumber = wholeNumber({ max: 999_999_999, empty: null });
const textOf = (likes: number | null): string => (likes === null ? '' : String(likes));

/**
 * Likes of one item. What is no number stays as it was typed, is marked and changes nothing; the form is not saved with it
 * (`findWrongLikes`).
 */
export function LikesField({ name, likes, onChange }: LikesFieldProps) {
  /** What is being typed, or was typed wrongly; else null. */
  const [typed, setTyped] = useState<string | null>(null);
  const errorId = useId();
  const parsed = typed === null ? null : likesNumber.safeParse(typed);
  const error = parsed?.error?.issues[0]?.message;
  return (
    <span className={styles.field}>
      <input
        className={styles.likes}
        inputMode="numeric"
        autoComplete="off"
        maxLength={13}
        aria-label={`Likes de ${name}`}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        data-likes
        placeholder="Likes"
        value={typed ?? textOf(likes)}
        onChange={({ target: { value } }) => {
          setTyped(value);
          const { success, data } = likesNumber.safeParse(value);
          if (success) onChange(data);
        }}
        onBlur={() => error === undefined && setTyped(null)}
      />
      {error !== undefined && (
        <span id={errorId} className={styles.error} role="alert">
          {error}
        </span>
      )}
    </span>
  );
}

/** The first likes of a form that are no number. */
export const findWrongLikes = (form: HTMLFormElement | null): HTMLInputElement | null =>
  form?.querySelector('input[data-likes][aria-invalid]') ?? null;
