import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'web-kit/router';

/** A page of a panel. */
export interface PanelSection<Id extends string = string> {
  /** Value of `?section=`. */
  id: Id;
  label: string;
  /** Whether the account menu leads there, in place of the header's row. */
  isInMenu?: boolean;
}

const PARAMETER = 'section';

/** Returns the search part of a section's address; empty for the first one. */
export const sectionSearch = (sections: readonly PanelSection[], id: string): string =>
  id === sections[0]?.id ? '?' : `?${new URLSearchParams({ [PARAMETER]: id })}`;

/**
 * Focuses the title of a section while the focus is on the body: the followed link has disappeared with the former section, and
 * lazy parts and data replace the title. Stops at the first action of the user.
 * @returns a function that stops it
 */
const focusTitle = (): (() => void) => {
  const focus = () => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(focus);
  const acts = new AbortController();
  const end = () => {
    observer.disconnect();
    acts.abort();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const act of ['pointerdown', 'keydown']) document.addEventListener(act, end, { signal: acts.signal });
  focus();
  return end;
};

/**
 * Returns the section in the page's address; the first one where that is missing or unknown. Scrolls a newly opened section to its
 * top and focuses its title if the focus was lost. On a return in the history the browser restores the scroll position.
 */
export const useSection = <Id extends string>(sections: readonly [PanelSection<Id>, ...PanelSection<Id>[]]): Id => {
  const [parameters] = useSearchParams();
  const { key } = useLocation();
  const { id } = sections.find((section) => section.id === parameters.get(PARAMETER)) ?? sections[0];
  const endFocus = useRef(() => {});
  const history = useRef({ keys: new Set([key]), id });
  useEffect(() => {
    const { keys, id: before } = history.current;
    const isReturn = keys.has(key);
    keys.add(key);
    history.current.id = id;
    if (id === before || isReturn) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    endFocus.current();
    endFocus.current = focusTitle();
  }, [id, key]);
  useEffect(() => () => endFocus.current(), []);
  return id;
};
