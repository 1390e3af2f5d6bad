import { useCallback, useState } from 'react';
import { select } from './item-order.ts';

interface Selection {
  selected: ReadonlySet<string>;
  /** What was clicked last: with shift, everything from there follows. */
  anchor: string | null;
}

const NOTHING: Selection = { selected: new Set(), anchor: null };

/**
 * What is selected of a list, one by one, by range or as a whole.
 * @param filenames all that can be selected, in the order of the screen
 */
export const useSelection = (filenames: readonly string[]) => {
  const [{ selected }, set] = useState(NOTHING);
  const pick = useCallback(
    (target: string, isOn: boolean, isRange: boolean) =>
      set((now) => ({ selected: select({ all: filenames, ...now, target, isOn, isRange }), anchor: target })),
    [filenames],
  );
  const pickAll = (isOn: boolean) => set(isOn ? { selected: new Set(filenames), anchor: null } : NOTHING);
  return { selected, pick, pickAll };
};
