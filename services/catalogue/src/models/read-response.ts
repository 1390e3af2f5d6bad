import { createHash } from 'node:crypto';
import type { ModelListQuery } from 'contracts/models';
import type { CallContext } from 'service-kit/mount-operation';
import { setPageHeaders } from 'service-kit/list-page';
import { CHANGES_AT_HEADER, LIST_KEYS, SURROGATE_KEY_HEADER, surrogateKeyOfModel } from 'service-kit/surrogate-keys';
import type { ModelPage } from './model-reader.ts';

/** Lets shared caches store and revalidate public responses, and forbids storing personal ones. */
export const setReadCaching = ({ viewer, response }: Pick<CallContext, 'viewer' | 'response'>): void => {
  response
    .vary('authorization')
    .set('cache-control', viewer.role === 'visitor' ? 'public, max-age=0, must-revalidate' : 'private, no-store');
};

/**
 * Sends a read with its caching headers; public responses have a strong ETag, and 304 when unchanged.
 * @param changesAt time of the next scheduled change (ISO 8601); null: none
 */
export const sendRead = <Result>(
  result: Result,
  changesAt: string | null,
  { viewer, response }: Pick<CallContext, 'viewer' | 'response'>,
): Result => {
  setReadCaching({ viewer, response });
  if (viewer.role !== 'visitor') return result;
  if (changesAt !== null) response.set(CHANGES_AT_HEADER, changesAt);
  const body = JSON.stringify(result);
  // Next page and total may change while the body stays the same.
  const page = JSON.stringify([response.get('link'), response.get('x-total-count')]);
  response.set('etag', `"${createHash('sha256').update(body).update(page).digest('base64url')}"`);
  response.type('application/json').send(body);
  return result;
};

/** Sends a page of a list with its caching headers. */
export const sendPage = (
  { models, total, next, isRanked, changesAt }: ModelPage,
  { path, query, context }: { path: string; query: ModelListQuery; context: CallContext },
) => {
  const { response, viewer } = context;
  setPageHeaders(response, { path, query, total, next });
  if (viewer.role === 'visitor')
    response.set(
      SURROGATE_KEY_HEADER,
      [
        LIST_KEYS.all,
        ...(next ? [] : [LIST_KEYS.end]),
        ...(isRanked ? [LIST_KEYS.ranked] : []),
        ...models.map(({ slug }) => surrogateKeyOfModel(slug)),
      ].join(' '),
    );
  return sendRead(models, changesAt === null ? null : new Date(changesAt).toISOString(), context);
};
