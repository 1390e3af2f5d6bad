import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Selector of a list's first control: the checkbox that selects all or, in an empty list, the button that adds files. */
const BEGINNING = 'input[type=checkbox]:not(:disabled), button:not(:disabled)';

/**
 * Moves the focus when the row that had it was deleted: to the same button of the next row, so that rows can be deleted one after
 * the other, else to the list's first control.
 * @param isConfirming whether the confirmation dialog is open
 * @returns a setter for the file whose row takes the focus next; null: none
 */
export const useNextFocus = (
  area: RefObject<HTMLElement | null>,
  isConfirming: boolean,
): ((filename: string | null) => void) => {
  const next = useRef<{ filename: string | null } | null>(null);
  useEffect(() => {
    if (isConfirming || !next.current) return;
    const { filename } = next.current;
    next.current = null;
    // Nothing was deleted: the focus has returned to its button.
    if (area.current?.contains(document.activeElement)) return;
    const button =
      filename === null ? null : area.current?.querySelector<HTMLElement>(`[data-remove="${CSS.escape(filename)}"]`);
    (button ?? area.current?.querySelector<HTMLElement>(BEGINNING))?.focus();
  }, [area, isConfirming]);
  return (filename) => void (next.current = { filename });
};
