/** Returns the list with the item at index `from` moved to index `to`. */
export const moveItem = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = [...items];
  const [item] = rest.splice(from, 1);
  return item === undefined ? rest : [...rest.slice(0, to), item, ...rest.slice(to)];
};
