import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { focusMain } from 'ui/focus-main';

/** Returns a ref for a main element that another one replaces on the same page. Moves the focus from the former to the latter. */
export const useFocusHandover = (): RefObject<HTMLElement | null> => {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const main = ref.current;
    return () => {
      // The new main element is attached once this commit has ended.
      if (main?.contains(document.activeElement)) queueMicrotask(focusMain);
    };
  }, []);
  return ref;
};
