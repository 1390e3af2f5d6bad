import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { RESUMABLE_PATH } from 'contracts/media';
import { film, freeBox } from './fixtures.ts';

export interface TusResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: { code?: string; error?: string; filename?: string; filePath?: string };
}

interface TusRequest {
  method: 'POST' | 'PATCH' | 'HEAD' | 'GET' | 'DELETE' | 'OPTIONS' | 'PUT';
  url: string;
  authorization?: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Sends so many bytes of the body and closes the connection. */
  cutAfter?: number;
}

/** Sends one request of the protocol; resolves with null if it was cut. */
const send = ({ method, url, authorization, headers = {}, body, cutAfter }: TusRequest): Promise<TusResponse | null> =>
  new Promise((resolve, reject) => {
    const requested = request(url, {
      method,
      agent: false,
      headers: {
        'tus-resumable': '1.0.0',
        ...(authorization && { authorization }),
        ...(body && { 'content-length': body.length, 'content-type': 'application/offset+octet-stream' }),
        ...headers,
      },
    });
    requested.on('response', async (response) => {
      const text = (await response.toArray()).join('');
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body:
          response.headers['content-type']?.startsWith('application/json') && text
            ? (JSON.parse(text) as TusResponse['body'])
            : {},
      });
    });
    requested.on('error', (error) => (cutAfter === undefined ? reject(error) : resolve(null)));
    if (cutAfter === undefined) return void requested.end(body);
    // Written completely before the connection is cut, so that the server has received it.
    requested.write(body?.subarray(0, cutAfter), () => requested.destroy());
  });
const whole = (result: TusResponse | null): TusResponse => {
  if (!result) throw new Error('the request was cut');
  return result;
};

const base64 = (value: string) => Buffer.from(value).toString('base64');
export const metadataOf = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(',');

/** Creates a client that works on the headers of the protocol, so that it can also violate it. */
export const createTusClient = (authorization?: string) => {
  const by = authorization === undefined ? {} : { authorization };
  return {
    create: async (
      url: string,
      length: number | string,
      metadata: Record<string, string> | string,
      headers: Record<string, string> = {},
    ) =>
      whole(
        await send({
          method: 'POST',
          url: `${url}${RESUMABLE_PATH}`,
          ...by,
          headers: {
            'upload-length': String(length),
            'upload-metadata': typeof metadata === 'string' ? metadata : metadataOf(metadata),
            ...headers,
          },
        }),
      ),
    patch: async (url: string, offset: number | string, body: Uint8Array, headers: Record<string, string> = {}) =>
      whole(
        await send({ method: 'PATCH', url, ...by, body, headers: { 'upload-offset': String(offset), ...headers } }),
      ),
    cut: async (url: string, offset: number, body: Uint8Array, cutAfter: number) =>
      send({ method: 'PATCH', url, ...by, body, cutAfter, headers: { 'upload-offset': String(offset) } }),
    /** Sends a part of the body and then nothing more. */
    hang: (url: string, offset: number, body: Uint8Array, sent: number) => {
      const hanging = request(url, {
        method: 'PATCH',
        agent: false,
        headers: {
          'tus-resumable': '1.0.0',
          ...by,
          'content-length': body.length,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
      });
      // The server may close the connection.
      hanging.on('error', () => hanging.destroy());
      return {
        isSent: new Promise<void>((resolve) => hanging.write(body.subarray(0, sent), () => resolve())),
        end: () => hanging.destroy(),
      };
    },
    send: async (method: TusRequest['method'], url: string, headers: Record<string, string> = {}) =>
      whole(await send({ method, url, ...by, headers })),
    /** Returns the offset of the upload according to the server. */
    offset: async (url: string) => {
      const { status, headers } = whole(await send({ method: 'HEAD', url, ...by }));
      return status === 200 ? Number(headers['upload-offset']) : null;
    },
  };
};

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Creates a unique film of so many bytes. */
export const filmOf = async (bytes: number): Promise<Buffer> => {
  const clip = await film();
  const padding = bytes - clip.length;
  return Buffer.concat([clip, freeBox(padding), randomBytes(padding - 8)]);
};
