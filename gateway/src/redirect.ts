import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRead } from './request-kind.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/**
 * Redirects to the canonical spelling of a path. 308 preserves the method of requests that are not reads (RFC 9110, section
 * 15.4.9).
 */
export const redirect = (request: IncomingMessage, response: ServerResponse, location: string): void => {
  response
    .writeHead(isRead(request) ? 301 : 308, {
      location,
      'cache-control': 'public, max-age=3600',
      'content-length': 0,
      ...SECURITY_HEADERS,
    })
    .end();
};
