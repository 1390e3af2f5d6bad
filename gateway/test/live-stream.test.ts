import { once } from 'node:events';
import { connect } from 'node:net';
import { startHttpServer } from 'testing/http-server';
import { eventually } from 'testing/eventually';
import { createLiveStream } from '../src/live-stream.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe('the stream of lives', () => {
  test('responds to HEAD without opening a stream', async () => {
    const counts: number[] = [];
    const live = createLiveStream({ total: 1, perAddress: 1 }, (count) => void counts.push(count));
    const server = await startHttpServer((request, response) => void live.open(request, response, '192.0.2.1'));
    cleanups.push(server.close, live.close);
    const response = await fetch(server.url, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(counts).toEqual([]);
  });

  test('disconnects a client that does not read, and leaves another its stream', async () => {
    let count = 0;
    let unreadBytes = 0;
    const live = createLiveStream({ total: 10, perAddress: 10 }, (open) => {
      count = open;
    });
    const server = await startHttpServer((request, response) => {
      expect(live.open(request, response, '192.0.2.1')).toBeNull();
      const write = response.write.bind(response);
      response.write = ((text: string) => {
        const isDrained = write(text);
        unreadBytes = Math.max(unreadBytes, response.writableLength);
        return isDrained;
      }) as typeof response.write;
    });
    cleanups.push(server.close, live.close);
    const open = () => {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname);
      cleanups.push(() => socket.destroy());
      socket.on('error', () => undefined);
      socket.write(`GET / HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
      return socket;
    };
    const reader = open();
    const silent = open();
    let received = '';
    reader.setEncoding('utf8').on('data', (text: string) => {
      received = (received + text).slice(-1_000);
    });
    silent.pause();
    await eventually(() => count === 2);
    const slug = 'a'.repeat(8_000);
    await eventually(async () => {
      live.send({ slug, isLive: true, until: null });
      await new Promise(setImmediate);
      return count === 1;
    });
    // At most one event more than the limit is buffered in this process.
    expect(unreadBytes).toBeLessThan(2 * 16 * 1024);
    live.send({ slug: 'nina', isLive: true, until: null });
    await eventually(() => received.includes('"nina"'));
    silent.resume();
    await once(silent, 'close');
  });
});
