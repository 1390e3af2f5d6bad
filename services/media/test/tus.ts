import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { RESUMABLE_PATH } from 'contracts/media';
import { film, freeBox } from './fixtures.ts';

export interface TusAnswer {
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
  /** Sends so many bytes of the body and hangs up. */
  cutAfter?: number;
}

/** One request of the protocol; null where it was cut. */
const ask = ({ method, url, authorization, headers = {}, body, cutAfter }: TusRequest): Promise<TusAnswer | null> =>
  new Promise((resolve, reject) => {
    const asked = request(url, {
      method,
      agent: false,
      headers: {
        'tus-resumable': '1.0.0',
        ...(authorization && { authorization }),
        ...(body && { 'content-length': body.length, 'content-type': 'application/offset+octet-stream' }),
        ...headers,
      },
    });
    asked.on('response', async (response) => {
      const text = (await response.toArray()).join('');
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body:
          response.headers['content-type']?.startsWith('application/json') && text
            ? (JSON.parse(text) as TusAnswer['body'])
            : {},
      });
    });
    asked.on('error', (error) => (cutAfter === undefined ? reject(error) : resolve(null)));
    if (cutAfter === undefined) return void asked.end(body);
    // Written in full before the line is cut, so that the other end has it.
    asked.write(body?.subarray(0, cutAfter), () => asked.destroy());
  });
const whole = (answer: TusAnswer | null): TusAnswer => {
  if (!answer) throw new Error('the request was cut');
  return answer;
};

const base64 = (value: string) => Buffer.from(value).toString('base64');
export const metadataOf = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(',');

/** A client that knows the protocol by its headers alone, so that it can also break it. */
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
        await ask({
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
      whole(await ask({ method: 'PATCH', url, ...by, body, headers: { 'upload-offset': String(offset), ...headers } })),
    cut: async (url: string, offset: number, body: Uint8Array, cutAfter: number) =>
      ask({ method: 'PATCH', url, ...by, body, cutAfter, headers: { 'upload-offset': String(offset) } }),
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
      // The other end may close the line.
      hanging.on('error', () => hanging.destroy());
      return {
        isSent: new Promise<void>((resolve) => hanging.write(body.subarray(0, sent), () => resolve())),
        end: () => hanging.destroy(),
      };
    },
    ask: async (method: TusRequest['method'], url: string, headers: Record<string, string> = {}) =>
      whole(await ask({ method, url, ...by, headers })),
    /** Where the server says that it is. */
    offset: async (url: string) => {
      const { status, headers } = whole(await ask({ method: 'HEAD', url, ...by }));
      return status === 200 ? Number(headers['upload-offset']) : null;
    },
  };
};

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A film of so many bytes, the same as no other. */
export const filmOf = async (bytes: number): Promise<Buffer> => {
  const clip = await film();
  const padding = bytes - clip.length;
  return Buffer.concat([clip, freeBox(padding), randomBytes(padding - 8)]);
};
