import type { Received } from 'security-tests/platform/http-client';

/** Returns the cookies that a response sets, as a request header. */
export const cookiesOf = ({ headers }: Received): string =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');

/** Returns the cookies of a browser after a response. */
export const mergeCookies = (cookie: string, received: Received): string =>
  [...new Map(`${cookie}; ${cookiesOf(received)}`.split('; ').map((pair) => [pair.split('=')[0], pair])).values()]
    .filter(Boolean)
    .join('; ');
