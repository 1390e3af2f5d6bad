import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Whether an element cannot hold the focus any more. */
const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

/**
 * Keeps the focus in an area whose buttons go or are disabled by what they do: it would fall to the page, which begins anew for
 * keyboard users. The focus is not restored once it has left the area.
 * @param within what, around the button, the focus stays in, such as 'article'; null: the whole area
 * @param heirs selectors of who may take it, the best first; disabled buttons are passed over
 */
export const useFocusFallback = (
  area: RefObject<HTMLElement | null>,
  within: string | null,
  heirs: readonly string[],
): void => {
  const last = useRef<{ element: Element; around: Element } | null>(null);
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    const come = ({ target }: FocusEvent) => {
      // A dialog that is opened from the area gives the focus back itself.
      const isHere = target instanceof Element && target.closest('dialog') === root.closest('dialog');
      last.current = isHere ? { element: target, around: (within ? target.closest(within) : null) ?? root } : null;
    };
    // Browsers also fire focusout for an element being removed and for a window that opens its file chooser.
    const go = () =>
      queueMicrotask(() => {
        const left = last.current;
        if (left && document.hasFocus() && !isLost(left.element) && document.activeElement !== left.element)
          last.current = null;
      });
    root.addEventListener('focusin', come);
    root.addEventListener('focusout', go);
    return () => {
      root.removeEventListener('focusin', come);
      root.removeEventListener('focusout', go);
    };
  }, [area, within]);
  useEffect(() => {
    const lost = last.current;
    if (!lost || !isLost(lost.element) || !lost.around.isConnected) return;
    if (document.activeElement !== document.body && document.activeElement !== lost.element) return;
    for (const heir of heirs) {
      const element = lost.around.querySelector<HTMLElement>(`${heir}:not(:disabled)`);
      if (element) return element.focus({ preventScroll: true });
    }
  });
};
