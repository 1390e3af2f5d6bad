import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Site } from './site.ts';

/** A request sent unchanged: nothing is escaped, normalised or added except the length of the body. */
export interface Sent {
  method: string;
  /** Path and query. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Loopback address; requests from one address share its rate limits. */
  localAddress?: string;
}

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Reads the whole response. @throws when the connection breaks before its end */
export const receive = async (response: IncomingMessage): Promise<Received> => {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() };
};

const RESPONSE_TIMEOUT_MS = 30_000;

/** Creates a client whose connections are pooled by local address. */
export const createHttpClient = ({ host, port }: Pick<Site, 'host' | 'port'>) => {
  const pooled = new Agent({ keepAlive: true });
  /** @throws the error of the connection, also when no response arrives in time */
  const send = ({ method, target, headers, body, localAddress }: Sent): Promise<Received> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const outgoing = request(
        {
          host,
          port,
          method,
          path: target,
          headers: { ...headers, ...length },
          agent: pooled,
          localAddress,
          timeout: RESPONSE_TIMEOUT_MS,
        },
        (response) => void receive(response).then(resolve, reject),
      );
      outgoing
        .on('timeout', () => outgoing.destroy(new Error(`no response within ${RESPONSE_TIMEOUT_MS / 1000} s`)))
        .on('error', (error: NodeJS.ErrnoException) => {
          // The server may close an idle connection at the moment of its reuse (Node's documentation of reusedSocket).
          if (outgoing.reusedSocket && error.code === 'ECONNRESET')
            send({ method, target, headers, body, localAddress }).then(resolve, reject);
          else reject(error);
        });
      outgoing.end(body);
    });
  return { send, close: () => pooled.destroy() };
};
export type HttpClient = ReturnType<typeof createHttpClient>;
