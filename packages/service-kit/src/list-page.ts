import type { Response } from 'express';

interface Page {
  /** Path of the list. */
  path: string;
  /** Query of the request for this page. */
  query: Readonly<Record<string, unknown>>;
  /** Length of the whole list, if known. */
  total?: number;
  /** Cursor of the following page; null on the last page. */
  next: string | null;
}

/** Sets the headers of a page of a list: Link with the next page (RFC 8288), X-Total-Count with the length of the list. */
export const setPageHeaders = (response: Response, { path, query, total, next }: Page): void => {
  if (total !== undefined) response.set('x-total-count', String(total));
  if (next === null) return;
  const following = Object.entries({ ...query, cursor: next }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(following.map(([name, value]): [string, string] => [name, String(value)]));
  response.links({ next: `${path}?${search.toString()}` });
};
