import { Agent, request } from 'node:http';
import type { Outcome } from './open-loop.ts';

/** Maximum number of open connections, as from a proxy in front of the site; further requests wait, and the wait is measured. */
const MAX_CONNECTIONS = 256;
const RESPONSE_TIMEOUT_MS = 30_000;

/**
 * Sends GET requests over persistent connections, with less overhead than fetch: the generator shares its cores with the measured
 * platform.
 * @param origin address of the site
 */
export const createHttpClient = (origin: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const { hostname, port } = new URL(origin);
  const get = (path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      request(
        {
          // The gateway listens on IPv4 even where "localhost" resolves to IPv6 first.
          host: hostname === 'localhost' ? '127.0.0.1' : hostname,
          port,
          path,
          agent,
          headers: { host: new URL(origin).host, 'accept-encoding': 'br, gzip', ...headers },
          signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
        },
        (response) => {
          const parts: Buffer[] = [];
          response
            .on('data', (part: Buffer) => parts.push(part))
            .on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
            .on('error', reject);
        },
      )
        .on('error', reject)
        .end();
    });
  return {
    get,
    /** Returns the outcome of a GET that must respond with 200. */
    expectOk: async (path: string, headers?: Record<string, string>): Promise<Outcome> => {
      const { status } = await get(path, headers);
      return status === 200 ? 'ok' : `status ${status}`;
    },
    close: (): void => agent.destroy(),
  };
};
export type HttpClient = ReturnType<typeof createHttpClient>;
