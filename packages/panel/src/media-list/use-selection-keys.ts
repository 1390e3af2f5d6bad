import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

const isTextField = (element: Element): boolean =>
  element.matches('textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])');

/**
 * Handles keys during a selection in a list, wherever the focus is in its form: Escape clears the selection instead of closing the
 * form; Ctrl+A selects all (docs/decisions/0092-grid-selection.md). Ignores handled keys and those in a dialog above.
 */
export const useSelectionKeys = (
  list: RefObject<HTMLElement | null>,
  isSelecting: boolean,
  pickAll: (isOn: boolean) => void,
): void => {
  const latest = useRef(pickAll);
  useEffect(() => {
    latest.current = pickAll;
  });
  useEffect(() => {
    if (!isSelecting) return;
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey } = event;
      if (event.defaultPrevented || event.isComposing || !list.current || !(target instanceof Element)) return;
      const form = list.current.closest('dialog');
      if (([...document.querySelectorAll('dialog[open]')].at(-1) ?? null) !== form) return;
      if (key === 'Escape') latest.current(false);
      else if (!(ctrlKey || metaKey) || key.toLowerCase() !== 'a' || isTextField(target)) return;
      else if (list.current.contains(target) || target.contains(list.current)) latest.current(true);
      else return;
      event.preventDefault();
    };
    // On the window, so that it runs after the listeners of the document, such as that of a drag.
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [list, isSelecting]);
};
