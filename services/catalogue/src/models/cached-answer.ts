import { createHash } from 'node:crypto';
import type { CallContext } from 'service-kit/http';

/** Lets shared caches keep and revalidate what everybody sees, and nothing keep what was made for one person. */
export const setReadCaching = ({ viewer, response }: Pick<CallContext, 'viewer' | 'response'>): void => {
  response
    .vary('authorization')
    .set('cache-control', viewer.role === 'visitor' ? 'public, max-age=0, must-revalidate' : 'private, no-store');
};

/** Sends a read with its caching; what everybody sees has a strong ETag, and 304 when it is unchanged. */
export const sendRead = <Answer>(answer: Answer, { viewer, response }: CallContext): Answer => {
  setReadCaching({ viewer, response });
  if (viewer.role !== 'visitor') return answer;
  const body = JSON.stringify(answer);
  response.set('etag', `"${createHash('sha256').update(body).digest('base64url')}"`);
  response.type('application/json').send(body);
  return answer;
};
