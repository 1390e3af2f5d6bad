import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Whether an element can no longer hold the focus. */
const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

/**
 * Keeps the focus within an area whose buttons disappear or are disabled by their own action: otherwise it would fall to the body,
 * and keyboard users would start again at the top of the page. Once the focus has left the area, other than into a dialog, it is
 * not moved.
 * @param within selector of the button's ancestor that the focus stays in, such as 'article'; null: the whole area
 * @param heirs selectors of elements that may take the focus, the best first; disabled ones are skipped
 * @param lastResort takes the focus where no heir is left, or where the button had no ancestor that matches `within`
 */
export const useFocusFallback = (
  area: RefObject<HTMLElement | null>,
  within: string | null,
  heirs: readonly string[],
  lastResort?: RefObject<HTMLElement | null>,
): void => {
  const last = useRef<{ element: Element; around: Element | null } | null>(null);
  const fallsToArea = !within || !lastResort;
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    // A closing dialog returns the focus to its opener, unless that was removed.
    const isInDialog = (element: Element | null) => {
      const dialog = element?.closest('dialog');
      return Boolean(dialog) && dialog !== root.closest('dialog');
    };
    const come = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || isInDialog(target)) return;
      const around = (within ? target.closest(within) : null) ?? (fallsToArea ? root : null);
      last.current = { element: target, around };
    };
    // Browsers also fire focusout for an element being removed and for a window that opens its file chooser.
    const go = () =>
      queueMicrotask(() => {
        const holder = last.current;
        const { activeElement } = document;
        if (!holder || !document.hasFocus() || isLost(holder.element) || isInDialog(activeElement)) return;
        if (activeElement !== holder.element) last.current = null;
      });
    root.addEventListener('focusin', come);
    root.addEventListener('focusout', go);
    return () => {
      root.removeEventListener('focusin', come);
      root.removeEventListener('focusout', go);
    };
  }, [area, within, fallsToArea]);
  useEffect(() => {
    const lost = last.current;
    if (!lost || !isLost(lost.element)) return;
    if (document.activeElement !== document.body && document.activeElement !== lost.element) return;
    for (const heir of lost.around?.isConnected ? heirs : []) {
      const element = lost.around?.querySelector<HTMLElement>(`${heir}:not(:disabled)`);
      if (element) return element.focus({ preventScroll: true });
    }
    lastResort?.current?.focus();
  });
};
