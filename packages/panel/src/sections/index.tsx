import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'web-kit/router';

/** A page of a panel. */
export interface PanelSection<Id extends string = string> {
  /** Its name in the address: `?section=`. */
  id: Id;
  label: string;
}

const PARAMETER = 'section';

/** Where a section is found; the first one needs no name. */
export const sectionSearch = (sections: readonly PanelSection[], id: string): string =>
  id === sections[0]?.id ? '?' : `?${new URLSearchParams({ [PARAMETER]: id })}`;

/**
 * The section that the address names; the first one where it names none that exists. A newly opened one starts at its top;
 * going back is left to the browser, which restores the place.
 */
export const useSection = <Id extends string>(sections: readonly [PanelSection<Id>, ...PanelSection<Id>[]]): Id => {
  const [parameters] = useSearchParams();
  const { key } = useLocation();
  const { id } = sections.find((section) => section.id === parameters.get(PARAMETER)) ?? sections[0];
  const seen = useRef({ keys: new Set([key]), id });
  useEffect(() => {
    const { keys, id: before } = seen.current;
    const isReturn = keys.has(key);
    keys.add(key);
    seen.current.id = id;
    if (id !== before && !isReturn) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [id, key]);
  return id;
};
