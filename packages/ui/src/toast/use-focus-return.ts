import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

const FOCUSABLE = ':is(a[href], button, input, select, textarea):not(:disabled, [tabindex="-1"])';

const pathOf = (element: Element | null): Element[] => (element ? [element, ...pathOf(element.parentElement)] : []);

const giveBack = (path: readonly Element[]): void => {
  for (const element of path) {
    if (!element.isConnected || element.matches(':disabled')) continue;
    const heir = element === path[0] ? element : element.querySelector(FOCUSABLE);
    if (heir instanceof HTMLElement) return heir.focus({ preventScroll: true });
  }
};

/**
 * Records the last focus outside the toasts. When a toast closes, Radix moves its focus to the empty list of toasts, from which Tab
 * leads to the top of the page.
 * @returns a function that returns the focus to its former element or, if that was removed, to the nearest one
 */
export const useFocusReturn = (toasts: RefObject<HTMLElement | null>): (() => void) => {
  const path = useRef<Element[]>([]);
  useEffect(() => {
    // The list's siblings are Radix' elements for detecting Tab.
    const isOutside = (element: Element) => !toasts.current?.parentElement?.contains(element);
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element && isOutside(target)) path.current = pathOf(target);
    };
    if (document.activeElement && isOutside(document.activeElement)) path.current = pathOf(document.activeElement);
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [toasts]);
  return () => {
    if (!toasts.current?.contains(document.activeElement)) return;
    // At the end of its commit React restores the focus. A dialog that opened in the same commit has the focus by then.
    queueMicrotask(() => {
      const { activeElement } = document;
      if (activeElement === document.body || toasts.current?.contains(activeElement)) giveBack(path.current);
    });
  };
};
