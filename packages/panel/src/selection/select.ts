interface Selecting {
  /** Ids of the items that can be selected, in the order of the screen. */
  all: readonly string[];
  selected: ReadonlySet<string>;
  /** Id that was clicked last. */
  anchor: string | null;
  target: string;
  isOn: boolean;
  /** Whether shift was pressed: the range from the last click to this one is selected. */
  isRange: boolean;
}

/** Returns the selection after a click, without changing the given one. */
export const select = ({ all, selected, anchor, target, isOn, isRange }: Selecting): Set<string> => {
  const to = all.indexOf(target);
  const from = isRange && anchor !== null && all.includes(anchor) ? all.indexOf(anchor) : to;
  const next = new Set(selected);
  for (const name of all.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isOn) next.add(name);
    else next.delete(name);
  }
  return next;
};
