/** The cursor of the page that a Link header names as the next one (RFC 8288), or null. */
export const cursorOfNext = (link: string | null): string | null => {
  const query = /<[^>?]*\?([^>]*)>; rel="next"/.exec(link ?? '')?.[1];
  return query === undefined ? null : new URLSearchParams(query).get('cursor');
};
