import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createBus } from '../src/bus.ts';
import { createLogger } from '../src/logger.ts';

test('the bus reconnects with growing pauses to a broker that is down from the start', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bus = createBus({
    url: `amqp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    logger: createLogger('bus', 'silent'),
  });
  bus.start();
  const at: number[] = [];
  while (at.length < 3) {
    const [socket] = (await once(server, 'connection')) as [Socket];
    at.push(performance.now());
    socket.destroy();
  }
  await bus.stop();
  server.close();
  const [first = 0, second = 0, third = 0] = at;
  expect(second - first).toBeGreaterThanOrEqual(240);
  expect(third - second).toBeGreaterThan(second - first);
});
