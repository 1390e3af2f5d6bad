/** Returns the cursor of the next page from a Link header (RFC 8288), or null. */
export const cursorOfNext = (link: string | null): string | null => {
  const query = /<[^>?]*\?([^>]*)>; rel="next"/.exec(link ?? '')?.[1];
  return query === undefined ? null : new URLSearchParams(query).get('cursor');
};
