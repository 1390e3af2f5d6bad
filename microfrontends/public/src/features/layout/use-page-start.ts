import { useEffect, useRef } from 'react';
import { focusMain } from 'ui/focus-main';
import { useLocation } from 'web-kit/router';

/**
 * Scrolls a new page to its top and focuses its main element. On a return to an earlier history entry the browser restores the
 * scroll position. A menu that was opened while the page was loading keeps the focus: it closes without it.
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
    if (!document.activeElement?.closest('[role=menu]')) focusMain();
  }, [key, pathname, hash]);
};
