import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { createBodyReader } from '../../src/request-body.ts';
import { createBody } from '../../src/steps/body.ts';
import { recover, ROW, serveSteps } from './serve-steps.ts';

const MAX_BUFFERED_BYTES = 1_000_000;

describe('body', () => {
  const serve = (row = ROW) => serveSteps([recover, createBody(createBodyReader(MAX_BUFFERED_BYTES))], row);

  test('passes a request on with its whole body', async () => {
    const { url, passed } = await serve();
    await fetch(url, { method: 'POST', body: 'abc' });
    expect(passed[0]?.body?.toString()).toBe('abc');
  });

  test('rejects a body over the limit of the row with 413', async () => {
    const { url, passed } = await serve({ ...ROW, body: { maxBytes: 2, deadlineMs: 1_000 } });
    expect([(await fetch(url, { method: 'POST', body: 'abc' })).status, passed]).toEqual([413, []]);
  });

  describe('the bodies of one client address', () => {
    const LIMITS = { maxBytes: 1_000, deadlineMs: 10_000 };
    const unfinished = (bytes: number) => {
      const body = Object.assign(new PassThrough(), { headers: {} });
      body.write(Buffer.alloc(bytes));
      return body as PassThrough & IncomingMessage;
    };

    test('holds a share of the memory, without those of other addresses and other limits', async () => {
      const readBody = createBodyReader(2_000);
      const held = unfinished(400);
      const first = readBody(held, LIMITS, '192.0.2.1');
      await expect(readBody(unfinished(200), LIMITS, '192.0.2.1')).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
      });
      for (const [limits, address] of [
        [LIMITS, '192.0.2.2'],
        [{ ...LIMITS }, '192.0.2.1'],
      ] as const) {
        const other = unfinished(200);
        other.end();
        expect(await readBody(other, limits, address)).toHaveLength(200);
      }
      held.end();
      expect(await first).toHaveLength(400);
      const later = unfinished(400);
      later.end();
      expect(await readBody(later, LIMITS, '192.0.2.1')).toHaveLength(400);
    });

    test('bounds the bytes of all clients together too', async () => {
      const readBody = createBodyReader(2_000);
      const held = [1, 2, 3, 4, 5].map((host) => ({ host, body: unfinished(450) }));
      const read = held.map(({ host, body }) => readBody(body, LIMITS, `192.0.2.${host}`));
      await expect(Promise.race(read)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      for (const { body } of held) body.end();
      expect((await Promise.allSettled(read)).filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    });
  });

  test('leaves the body of a row that streams it to the next step', async () => {
    const { url, passed } = await serve({ ...ROW, body: 'streamed' });
    await fetch(url, { method: 'POST', body: 'abc' });
    expect(passed[0]?.body).toBeUndefined();
  });
});
