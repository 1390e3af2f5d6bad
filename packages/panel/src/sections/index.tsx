import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'web-kit/router';

/** A page of a panel. */
export interface PanelSection<Id extends string = string> {
  /** Name in the address: `?section=`. */
  id: Id;
  label: string;
}

const PARAMETER = 'section';

/** Search part of a section's address; the first one needs no name. */
export const sectionSearch = (sections: readonly PanelSection[], id: string): string =>
  id === sections[0]?.id ? '?' : `?${new URLSearchParams({ [PARAMETER]: id })}`;

/**
 * Focuses the title of a section while the focus is nowhere: the link that led to it has gone with the former section, and lazy
 * parts and data replace the title. Ends when the user acts.
 * @returns ends it too
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
 * The section that the address names; the first one where it names none that exists. A newly opened one starts at its top,
 * with the focus on its title where it would be lost;
 * going back is left to the browser, which restores the place.
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
