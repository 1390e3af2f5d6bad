/** Query strings of the pages of this site that this tab has visited before the present one, oldest first; none where the browser does not know. */
export const earlierQueries = (): string[] => {
  const { navigation } = window as Window & { navigation?: Navigation };
  return (navigation?.entries() ?? [])
    .slice(0, navigation?.currentEntry?.index ?? 0)
    .flatMap(({ url }) => (url === null ? [] : [new URL(url).search]));
};
