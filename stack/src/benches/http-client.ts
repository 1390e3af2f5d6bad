import { Agent, request } from 'node:http';
import type { Outcome } from './open-loop.ts';

/** Connections held open, as a proxy before the site would; requests beyond them wait, and the wait is measured. */
const MAX_CONNECTIONS = 256;
const RESPONSE_TIMEOUT_MS = 30_000;

/**
 * GET requests over persistent connections, with less work for the generator than fetch: it shares its cores with
 * what it measures.
 * @param origin address of the site
 */
export const createHttpClient = (origin: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const { hostname, port } = new URL(origin);
  const get = (path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      request(
        {
          // The gateway listens on IPv4 also where "localhost" means IPv6 first.
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
    /** Outcome of a GET that has to respond 200. */
    expectOk: async (path: string, headers?: Record<string, string>): Promise<Outcome> => {
      const { status } = await get(path, headers);
      return status === 200 ? 'ok' : `status ${status}`;
    },
    close: (): void => agent.destroy(),
  };
};
export type HttpClient = ReturnType<typeof createHttpClient>;
