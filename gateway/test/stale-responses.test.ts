import { jest } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createEvent } from 'service-kit/outbox';
import { CHANGES_AT_HEADER } from 'service-kit/surrogate-keys';
import { eventually } from 'testing/eventually';
import { model, start } from './start-gateway.ts';

afterEach(() => void jest.restoreAllMocks());

test('the gateway serves the stale response for a moment after an event while the service is slow or failing, except of a deleted model', async () => {
  const waiting: ServerResponse[] = [];
  let isPressed = false;
  const { url, gateway } = await start({
    catalogue: (_request, response) => void (isPressed ? waiting.push(response) : response.end('"first"')),
  });
  const read = async () => (await fetch(`${url}/api/models/nina`)).text();
  expect(await read()).toBe('"first"');
  isPressed = true;
  await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 2));
  expect(await read()).toBe('"first"');
  waiting.shift()?.end('"second"');
  await eventually(async () => (await read()) === '"second"');

  await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 3));
  const failing = read();
  await eventually(() => waiting.length > 0);
  waiting.shift()?.writeHead(503).end();
  expect(await failing).toBe('"second"');

  await gateway.listeners['model.deleted']?.(
    createEvent('model.deleted', { id: model.id, slug: 'nina', assets: [] }, 4),
  );
  const gone = read();
  await eventually(() => waiting.length > 0);
  waiting.shift()?.writeHead(404).end('gone');
  expect(await gone).toBe('gone');
});

test('the gateway serves nothing of a model that was hidden while two responses of it were loaded', async () => {
  const waiting: ServerResponse[] = [];
  const { url, gateway } = await start({ shell: (_request, response) => void waiting.push(response) });
  const read = async () => (await fetch(`${url}/nina`)).text();
  const older = read();
  await eventually(() => waiting.length === 1);
  await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 2));
  const newer = read();
  await eventually(() => waiting.length === 2);
  await gateway.listeners['model.updated']?.(createEvent('model.updated', { ...model, isHidden: true }, 3));
  waiting.shift()?.end('older');
  waiting.shift()?.end('newer');
  expect(await Promise.all([older, newer])).toEqual(['older', 'newer']);
  const next = read();
  await eventually(() => waiting.length === 1);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
  waiting.shift()?.writeHead(503).end('unavailable');
  expect(await next).not.toMatch(/older|newer/);
});

describe('a response that a schedule changes', () => {
  /** Advances both clocks: the cache measures lifetimes by performance.now. */
  const advance = (byMs: number) => {
    const [now, elapsed] = [Date.now(), performance.now()];
    jest.spyOn(Date, 'now').mockReturnValue(now + byMs);
    jest.spyOn(performance, 'now').mockReturnValue(elapsed + byMs);
  };
  const startPage = async (inMs: number) => {
    const waiting: ServerResponse[] = [];
    const stage = { changesAt: 0, isPressed: false, waiting, count: 0 };
    const { url } = await start({
      shell: (_request, response) => {
        stage.count += 1;
        if (stage.isPressed) return void waiting.push(response);
        response.setHeader(CHANGES_AT_HEADER, new Date(stage.changesAt).toISOString()).end(String(stage.count));
      },
    });
    const read = async () => {
      const response = await fetch(`${url}/nina`);
      expect(response.headers.has(CHANGES_AT_HEADER)).toBe(false);
      return response.text();
    };
    // Stops the clock, which only `advance` moves: on a busy machine the start and the reads take seconds.
    advance(0);
    stage.changesAt = Date.now() + inMs;
    return { stage, read };
  };

  test('is cached until then, and served stale at once while the new one is loaded', async () => {
    const { stage, read } = await startPage(10_000);
    expect([await read(), await read()]).toEqual(['1', '1']);
    advance(9_000);
    expect(await read()).toBe('1');
    stage.isPressed = true;
    advance(1_001);
    expect(await Promise.all(Array.from({ length: 50 }, read))).toEqual(Array.from({ length: 50 }, () => '1'));
    await eventually(() => stage.waiting.length > 0);
    // One load serves all fifty requests.
    expect(stage.waiting).toHaveLength(1);
    stage.waiting.shift()?.end('new');
    await eventually(async () => (await read()) === 'new');
    expect(stage.waiting).toHaveLength(0);
  });

  test('is not loaded for every request while the clock of its service is behind', async () => {
    const { stage, read } = await startPage(-1_000);
    for (let count = 0; count < 5; count += 1) await read();
    expect(stage.count).toBe(1);
    advance(1_001);
    await read();
    await eventually(() => stage.count === 2);
  });
});

test('the gateway serves the last whole page where the new one is unfinished or fails, and the new one once it is whole', async () => {
  const waiting: ServerResponse[] = [];
  let isPressed = false;
  const { url, gateway } = await start({
    shell: (_request, response) => void (isPressed ? waiting.push(response) : response.end('whole')),
  });
  const read = async () => (await fetch(`${url}/nina`)).text();
  expect(await read()).toBe('whole');
  isPressed = true;
  await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 2));
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);

  const unfinished = read();
  await eventually(() => waiting.length > 0);
  waiting.shift()?.setHeader('cache-control', 'no-store').end('unfinished');
  expect(await unfinished).toBe('whole');

  const failing = read();
  await eventually(() => waiting.length > 0);
  waiting.shift()?.writeHead(503).end();
  expect(await failing).toBe('whole');

  const late = read();
  await eventually(() => waiting.length > 0);
  waiting.shift()?.end('new');
  expect(await late).toBe('new');
});

test('the gateway serves an expired response for half a minute more while the service fails, except a picture that may be locked', async () => {
  const waiting: ServerResponse[] = [];
  const serve = (request: IncomingMessage, response: ServerResponse) =>
    void (isPressed ? waiting.push(response) : response.end(`first ${request.url}`));
  let isPressed = false;
  const { url, gateway } = await start({ shell: serve, media: serve });
  const read = async (path: string) => (await fetch(url + path)).text();
  const picture = `/uploads/items/${crypto.randomUUID()}/640.webp`;
  for (const path of ['/nina', '/partner/aff-one', picture]) expect(await read(path)).toBe(`first ${path}`);
  isPressed = true;
  const [clock, now] = [performance.now(), Date.now()];
  const goOn = (ms: number) => {
    jest.spyOn(performance, 'now').mockReturnValue(clock + ms);
    jest.spyOn(Date, 'now').mockReturnValue(now + ms);
  };
  goOn(70_000);
  expect(await read('/nina')).toBe('first /nina');
  waiting.shift()?.writeHead(503).end();
  const locked = read(picture);
  await eventually(() => waiting.length > 0);
  waiting.shift()?.end('locked');
  expect(await locked).toBe('locked');
  gateway.clearCache();
  const invalidated = read('/partner/aff-one');
  await eventually(() => waiting.length > 0);
  waiting.shift()?.end('new');
  expect(await invalidated).toBe('new');
  goOn(100_000);
  const late = read('/nina');
  await eventually(() => waiting.length > 0);
  waiting.shift()?.writeHead(503).end();
  expect(await late).not.toBe('first /nina');
});

test('the gateway does not serve the stale page of a deleted affiliate', async () => {
  let isAway = false;
  const { url, gateway } = await start({
    shell: (_request, response) => void (isAway ? response.writeHead(503).end('away') : response.end('its page')),
  });
  const read = async () => (await fetch(`${url}/partner/aff-one`)).text();
  expect(await read()).toBe('its page');
  isAway = true;
  await gateway.listeners['affiliate.deleted']?.(
    createEvent('affiliate.deleted', { id: crypto.randomUUID(), slug: 'aff-one' }, 2),
  );
  expect(await read()).not.toBe('its page');
});
