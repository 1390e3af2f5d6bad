import { connect } from 'node:net';
import { once } from 'node:events';

export interface RawResponse {
  status: number;
  headers: string;
  body: string;
}

/** Splits the bytes received over a connection into responses, by their Content-Length. */
export const responsesIn = (received: string): RawResponse[] => {
  const responses: RawResponse[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1 || !rest.startsWith('HTTP/')) return responses;
    const headers = rest.slice(0, end);
    const length = Number(/^content-length: (\d+)$/im.exec(headers)?.[1] ?? 0);
    responses.push({ status: Number(headers.split(' ')[1]), headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
};

/** Sends bytes over a new connection; resolves with the responses once the gateway has closed it. */
export const sendRaw = async (url: string, ...chunks: readonly (string | Buffer)[]): Promise<RawResponse[]> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString('latin1')));
  // The gateway may close the connection before everything is written.
  socket.on('error', () => undefined);
  for (const chunk of chunks) socket.write(chunk);
  await once(socket, 'close');
  return responsesIn(received);
};
