import { useEffect, useId, useRef } from 'react';
import { useNavigate } from 'web-kit/router';

/** Marks the entry of the browser's history that stands before the page's own while something is not saved, with whose it is. */
const MARK = 'unsaved';
const ownerOfMark = (): unknown => (history.state as Record<string, unknown> | null)?.[MARK];
const isMarked = (): boolean => ownerOfMark() !== undefined;

/** The address within the site that a press of a link leads to; null where it leads elsewhere, or into another tab. */
const addressOf = (event: MouseEvent): string | null => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (
    !link ||
    link.target ||
    link.hasAttribute('download') ||
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
 * Leaving asks first while something is not saved: by the browser's own question where the whole page goes, by `ask` where the
 * site stays (the way back in the history, a link, a button that says `data-leaves`).
 * @param ask gets what leaves after all, for whoever does not only close what was open
 */
export const useUnsavedGuard = (isUnsaved: boolean, ask: (leave: () => void) => void): void => {
  const navigate = useNavigate();
  const id = useId();
  const latest = useRef({ ask, navigate });
  const release = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { ask, navigate };
  });

  useEffect(() => {
    if (!isUnsaved) return;
    const { href } = window.location;
    let isLeaving = false;
    const leaveBy = (way: () => void) => () => {
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
      latest.current.ask(leaveBy(() => history.go(-2)));
    };
    const follow = (event: MouseEvent) => {
      const leaver = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-leaves]') : null;
      if (leaver && !isLeaving) {
        event.stopPropagation();
        return latest.current.ask(leaveBy(() => leaver.click()));
      }
      const address = addressOf(event);
      if (address === null) return;
      event.preventDefault();
      latest.current.ask(leaveBy(() => void latest.current.navigate(address, { replace: true })));
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
      // Later: whoever closes the form may go elsewhere at once, and must not be brought back from there.
      if (!isLeaving) release.current = setTimeout(() => ownerOfMark() === id && history.back());
    };
  }, [id, isUnsaved]);
};
