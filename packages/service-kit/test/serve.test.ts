import { Agent, request } from 'node:http';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { serve } from '../src/serve.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const started = async (listener: RequestListener) => {
  const server = await serve(listener, { port: 0, host: '127.0.0.1' });
  cleanups.push(() => server.close(0));
  return server;
};

describe('serving', () => {
  test('When a client keeps its connection, then it is told to give it up before a draining process would close it', async () => {
    const { port } = await started((_request, response) => response.end('ok'));
    const agent = new Agent({ keepAlive: true });
    cleanups.push(() => agent.destroy());
    const hint = await new Promise((resolve) => request({ port, host: '127.0.0.1', agent }, (response) => resolve(response.resume().headers['keep-alive'])).end());
    // DRAIN_SECONDS is 5 in production; Node's clients stop using a connection one second before the end they are told.
    expect(hint).toBe('timeout=4');
  });

  test('When a request runs while the server closes, then it is answered', async () => {
    let arrived: (answer: () => void) => void = () => undefined;
    const running = new Promise<() => void>((resolve) => {
      arrived = resolve;
    });
    const { port, close } = await started((_request, response) => arrived(() => response.end('late')));
    const asked = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
    const answer = await running;
    const closed = close(5_000);
    answer();
    expect(await asked).toBe('late');
    await closed;
  });
});
