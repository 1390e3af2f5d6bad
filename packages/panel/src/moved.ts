/** The list with the item at `from` moved to `to`. */
export const moved = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = [...items];
  const [item] = rest.splice(from, 1);
  return item === undefined ? rest : [...rest.slice(0, to), item, ...rest.slice(to)];
};
