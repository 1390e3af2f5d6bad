import { connect } from 'node:net';
import { eventually } from 'testing/eventually';
import { start } from './start-gateway.ts';

const LINGER_MS = 50;

/**
 * Sends the head of an upload and then a byte of its body every few milliseconds; resolves once the server has closed the
 * connection.
 */
const drip = async (url: string, path: string): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString('latin1')));
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n`);
  const timer = setInterval(() => socket.write('x'), 5);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return received;
};

test.each([
  ['a service', '/api/upload/photos/nina', 401],
  ['a redirect', '/api/auth/login/', 308],
])('a body that drips after the response of %s does not keep the connection open', async (_who, path, status) => {
  const { url } = await start(
    { media: (_request, response) => void response.writeHead(401).end() },
    { lingerMs: LINGER_MS },
  );
  expect(await drip(url, path)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('a body that ends after the response leaves the connection open', async () => {
  const { url } = await start(
    { media: (_request, response) => void response.writeHead(401).end() },
    { lingerMs: LINGER_MS },
  );
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = (length: number) =>
    `POST /api/upload/photos/nina HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;
  const isClosed = jest.fn();
  socket.once('close', isClosed);
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString('latin1')));
  // The first byte of the body makes the gateway forward the request.
  socket.write(`${head(3)}a`);
  await eventually(() => received.includes('401'));
  socket.write('bc');
  // Waits as long as it takes until another connection is closed.
  await drip(url, '/api/upload/photos/nina');
  expect(isClosed).not.toHaveBeenCalled();
  socket.write(`${head(3)}abc`);
  await eventually(() => received.split(' 401 ').length === 3);
  socket.destroy();
});
