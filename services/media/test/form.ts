import { request } from 'node:http';
import { Readable } from 'node:stream';

const BOUNDARY = 'a-boundary-of-the-tests';

interface Form {
  url: string;
  field: string;
  filename?: string;
  /** Parts of the file, generated while they are sent. */
  content: Iterable<Buffer> | AsyncIterable<Buffer>;
  /** Bytes of the whole file, for a Content-Length; absent: sent in chunks. */
  size?: number;
  authorization: string;
  signal?: AbortSignal;
}

export interface FormResponse {
  status: number;
  body: { error?: string; code?: string; filePath?: string; filename?: string };
  /** Bytes of the file that were sent before the response arrived. */
  sent: number;
}

/** Sends a form as fast as the server reads it; resolves as soon as the response arrives. */
export const sendForm = ({
  url,
  field,
  filename = 'file.mp4',
  content,
  size,
  authorization,
  signal,
}: Form): Promise<FormResponse> =>
  new Promise((resolve, reject) => {
    const head = Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    );
    const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
    let sent = 0;
    const parts = async function* () {
      yield head;
      for await (const part of content) {
        sent += part.length;
        yield part;
      }
      yield tail;
    };
    const upload = request(url, {
      method: 'POST',
      agent: false,
      headers: {
        authorization,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...(size === undefined ? {} : { 'content-length': head.length + size + tail.length }),
      },
      ...(signal ? { signal } : {}),
    });
    const body = Readable.from(parts());
    upload.on('response', async (response) => {
      const takenBefore = sent;
      const text = (await response.toArray()).join('');
      body.destroy();
      upload.destroy();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as FormResponse['body'], sent: takenBefore });
    });
    upload.on('error', reject);
    body.on('error', () => {
      // The response has ended the request.
    });
    body.pipe(upload);
  });

const PART = Buffer.alloc(64 * 1024);
/** Generates so many zero bytes in parts. */
export const zeroes = function* (bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= PART.length) yield left >= PART.length ? PART : PART.subarray(0, left);
};
