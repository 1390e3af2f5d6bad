import { useCallback, useState } from 'react';
import { select } from './select.ts';

interface Selection {
  selected: ReadonlySet<string>;
  /** Id that was clicked last, from which a range with shift starts. */
  anchor: string | null;
}

const NOTHING: Selection = { selected: new Set(), anchor: null };

/**
 * Returns the selection of a list and its setters: items are selected one by one, by range or all at once.
 * @param all ids of the items that can be selected, in the order of the screen
 */
export const useSelection = (all: readonly string[]) => {
  const [{ selected }, set] = useState(NOTHING);
  const pick = useCallback(
    (target: string, isOn: boolean, isRange: boolean) =>
      set((now) => ({ selected: select({ all, ...now, target, isOn, isRange }), anchor: target })),
    [all],
  );
  /** Selects these and no others, as a marquee does. */
  const replace = useCallback((ids: ReadonlySet<string>, anchor: string | null) => set({ selected: ids, anchor }), []);
  const pickAll = (isOn: boolean) => set(isOn ? { selected: new Set(all), anchor: null } : NOTHING);
  return { selected, pick, pickAll, replace };
};
