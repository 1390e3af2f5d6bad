import { wholeNumber } from 'contracts/fields';
import { useId, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import styles from './likes-field.module.css';

/** Likes are a whole number; an empty field means null, for which the item shows no likes. */
const likesNumber = wholeNumber({ max: 999_999_999, empty: null });
const textOf = (likes: number | null): string => (likes === null ? '' : String(likes));

interface LikesInputProps extends Omit<ComponentProps<'input'>, 'value'> {
  /** Name of the item, such as "Photo 3". */
  name: string;
  value: string;
}

function LikesInput({ name, value, ...events }: LikesInputProps) {
  const errorId = useId();
  const error = likesNumber.safeParse(value).error?.issues[0]?.message;
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
        value={value}
        {...events}
      />
      {error !== undefined && (
        <span id={errorId} className={styles.error} role="alert">
          {error}
        </span>
      )}
    </span>
  );
}

interface LikesFieldProps {
  name: string;
  likes: number | null;
  /** Text that is not a number, typed here or in another view of the item. */
  wrong: string | undefined;
  onChange: (likes: number | null) => void;
  /** @param text null once it is corrected */
  onWrong: (text: string | null) => void;
}

/**
 * Input for the likes of one item. A text that is not a number stays in the field, is marked, and leaves the item unchanged; it
 * also prevents a save of the form (`findWrongLikes`).
 */
export function LikesField({ name, likes, wrong, onChange, onWrong }: LikesFieldProps) {
  /** Text during typing; otherwise null. */
  const [typed, setTyped] = useState<string | null>(null);
  const former = useRef(likes);
  return (
    <LikesInput
      name={name}
      value={wrong ?? typed ?? textOf(likes)}
      onChange={({ target: { value } }) => {
        if (typed === null) former.current = likes;
        setTyped(value);
        const { success, data } = likesNumber.safeParse(value);
        const next = success ? data : former.current;
        if (next !== likes) onChange(next);
        if (!success || wrong !== undefined) onWrong(success ? null : value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

interface SelectionLikesProps {
  /** Filenames of the selected items, joined. */
  selection: string;
  onChange: (likes: number | null) => void;
}

/**
 * Input for the likes of all selected items. Applied by Enter or on blur, not while typing, as it overwrites the likes of each
 * item.
 */
export function SelectionLikes({ selection, onChange }: SelectionLikesProps) {
  const [{ of, text, applied }, set] = useState({ of: selection, text: '', applied: '' });
  // Likes applied to another selection are cleared; typed ones that were not applied stay.
  if (of !== selection) set({ of: selection, text: text === applied ? '' : text, applied: '' });
  const apply = () => {
    const { success, data } = likesNumber.safeParse(text);
    if (!success || text === applied) return;
    set({ of: selection, text, applied: text });
    onChange(data);
  };
  return (
    <LikesInput
      name="la sélection"
      value={text}
      onChange={({ target }) => set({ of: selection, text: target.value, applied })}
      onBlur={apply}
      onKeyDown={(event) => {
        // Enter must not submit the form. The save shortcut does, after these likes are applied.
        if (event.key === 'Enter') event.preventDefault();
        if (event.key === 'Enter' || (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey))) apply();
      }}
    />
  );
}

/** Returns the first invalid likes of a form: their field or, if it is not rendered, the button that leads to it. */
export const findWrongLikes = (form: HTMLFormElement | null): HTMLElement | null =>
  form?.querySelector<HTMLElement>('input[data-likes][aria-invalid]') ??
  form?.querySelector<HTMLElement>('[data-wrong-likes]') ??
  null;
