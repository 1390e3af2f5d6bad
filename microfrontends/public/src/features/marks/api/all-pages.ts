interface Page<Item> {
  items: Item[];
  next: string | null;
}

/** Fetches all pages of a list: only the whole list shows whether a model is marked. */
export const allPages = async <Item>(read: (query: { cursor?: string }) => Promise<Page<Item>>): Promise<Item[]> => {
  const items: Item[] = [];
  let query: { cursor?: string } | null = {};
  while (query) {
    const page: Page<Item> = await read(query);
    items.push(...page.items);
    query = page.next === null ? null : { cursor: page.next };
  }
  return items;
};
