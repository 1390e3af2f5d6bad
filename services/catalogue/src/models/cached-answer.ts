import { createHash } from 'node:crypto';
import type { CallContext } from 'service-kit/http';

/**
 * Sends a read: shared caches may keep and revalidate what everybody sees (a strong ETag; 304 when it is unchanged),
 * nothing may keep what was made for one person.
 */
export const sendRead = <Answer>(answer: Answer, { viewer, response }: CallContext): Answer => {
  response.vary('authorization');
  if (viewer.role !== 'visitor') {
    response.set('cache-control', 'private, no-store');
    return answer;
  }
  const body = JSON.stringify(answer);
  response.set({ 'cache-control': 'public, max-age=0, must-revalidate', etag: `"${createHash('sha256').update(body).digest('base64url')}"` });
  response.type('application/json').send(body);
  return answer;
};
