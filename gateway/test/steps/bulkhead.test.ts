import { createBulkheads } from '../../src/bulkheads.ts';
import type { Step } from '../../src/pipeline.ts';
import { createBulkhead, createShed } from '../../src/steps/bulkhead.ts';
import { eventually } from 'testing/eventually';
import { recover, reject, ROW, serveSteps } from './serve-steps.ts';

/** A share per address above the limit of the bulkhead, so that it has no effect. */
const UNSHARED = 100;

describe('bulkhead', () => {
  test('lets one request run, one wait, and sheds the next with 503', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let arrived = 0;
    const count: Step = async (_exchange, next) => {
      arrived += 1;
      return next();
    };
    const hold: Step = async (_exchange, next) => held.then(next);
    const row = { ...ROW, inFlight: 1, waiting: 1 };
    const { url, passed } = await serveSteps([recover, count, createBulkhead(createBulkheads(UNSHARED)), hold], row);
    const admitted = [fetch(url), fetch(url)];
    await eventually(() => arrived === 2);
    expect((await fetch(url)).status).toBe(503);
    release();
    expect((await Promise.all(admitted)).map(({ status }) => status)).toEqual([200, 200]);
    expect(passed.length).toBe(2);
  });
});

describe('shed', () => {
  const full = { ...ROW, inFlight: 0, waiting: 0 };
  const shed = () => createShed({ bulkheads: createBulkheads(), reject });

  test('rejects with 503 before any other step where the bulkhead is full', async () => {
    const { url, passed } = await serveSteps([shed()], full);
    expect([(await fetch(url)).status, passed]).toEqual([503, []]);
  });

  test('passes on what may come from the cache', async () => {
    const { url } = await serveSteps([shed()], { ...full, cached: true });
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url, { headers: { authorization: 'Bearer a' } })).status).toBe(503);
  });
});
