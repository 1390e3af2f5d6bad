/**
 * Returns the query strings of this site's pages that this tab visited before the present one, oldest first; empty where the
 * browser does not provide them.
 */
export const earlierQueries = (): string[] => {
  const { navigation } = window as Window & { navigation?: Navigation };
  return (navigation?.entries() ?? [])
    .slice(0, navigation?.currentEntry?.index ?? 0)
    .flatMap(({ url }) => (url === null ? [] : [new URL(url).search]));
};
