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

  test('leaves the body of a row that streams it to the next step', async () => {
    const { url, passed } = await serve({ ...ROW, body: 'streamed' });
    await fetch(url, { method: 'POST', body: 'abc' });
    expect(passed[0]?.body).toBeUndefined();
  });
});
