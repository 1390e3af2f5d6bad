import { useEffect, useId, useRef } from 'react';
import { useNavigate } from 'web-kit/router';

/**
 * Key of the history state that marks the entry before the page's own while there are unsaved changes; its value is the owner of
 * the mark.
 */
const MARK = 'unsaved';
const ownerOfMark = (): unknown => (history.state as Record<string, unknown> | null)?.[MARK];
const isMarked = (): boolean => ownerOfMark() !== undefined;

/** Returns the address that a click on a link navigates to within the site; null for another site, a new tab or an anchor. */
const addressOf = (event: MouseEvent): string | null => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (
    !link ||
    link.target ||
    link.hasAttribute('download') ||
    link.getAttribute('href')?.startsWith('#') ||
    link.origin !== window.location.origin ||
    event.button !== 0 ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  )
    return null;
  return link.pathname + link.search + link.hash;
};

/**
 * Confirms an exit while there are unsaved changes: by the browser's own dialog when the document unloads, by `confirmExit`
 * for navigation within the site (history, links, buttons with `data-leaves`).
 * @param confirmExit receives a function that continues the interrupted navigation
 */
export const useUnsavedGuard = (isUnsaved: boolean, confirmExit: (leave: () => void) => void): void => {
  const navigate = useNavigate();
  const id = useId();
  const latest = useRef({ confirmExit, navigate });
  const release = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { confirmExit, navigate };
  });

  useEffect(() => {
    if (!isUnsaved) return;
    const { href } = window.location;
    let isLeaving = false;
    const exitBy = (way: () => void) => () => {
      isLeaving = true;
      way();
    };
    clearTimeout(release.current);
    const hold = () => {
      const entry = { ...(history.state as object | null), [MARK]: id };
      if (isMarked()) history.replaceState(entry, '');
      else history.pushState(entry, '');
    };
    const goBack = () => {
      if (isLeaving || isMarked() || window.location.href !== href) return;
      hold();
      latest.current.confirmExit(exitBy(() => history.go(-2)));
    };
    const follow = (event: MouseEvent) => {
      const leaver = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-leaves]') : null;
      if (leaver && !isLeaving) {
        event.stopPropagation();
        return latest.current.confirmExit(exitBy(() => leaver.click()));
      }
      const address = addressOf(event);
      if (address === null) return;
      event.preventDefault();
      latest.current.confirmExit(exitBy(() => void latest.current.navigate(address, { replace: true })));
    };
    const unload = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };
    hold();
    window.addEventListener('popstate', goBack);
    window.addEventListener('beforeunload', unload);
    document.addEventListener('click', follow, { capture: true });
    return () => {
      window.removeEventListener('popstate', goBack);
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', follow, { capture: true });
      // Deferred: closing the form may start another navigation, which must not be undone.
      if (!isLeaving) release.current = setTimeout(() => ownerOfMark() === id && history.back());
    };
  }, [id, isUnsaved]);
};
