import { useEffect, useRef } from 'react';
import { useLocation } from 'web-kit/router';

export const focusMain = (): void => {
  const main = document.getElementById('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus({ preventScroll: true });
};

/**
 * Starts a new page at its top, with the focus on its main element. Going back is left to the browser, which restores the
 * place: an entry of the history that was seen before is such a return.
 */
export const usePageStart = (): void => {
  const { key, pathname, hash } = useLocation();
  const history = useRef({ keys: new Set([key]), pathname });
  useEffect(() => {
    const { keys, pathname: before } = history.current;
    const isReturn = keys.has(key);
    keys.add(key);
    history.current.pathname = pathname;
    if (pathname === before || isReturn) return;
    if (!hash) window.scrollTo({ top: 0, behavior: 'instant' });
    focusMain();
  }, [key, pathname, hash]);
};
