import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from 'service-kit/logger';
import request from 'supertest';
import { modelOf } from 'web-kit/testing/model';
import { deployRemote, startShell } from './harness.ts';

let stage: Awaited<ReturnType<typeof startShell>>;
const get = (path: string) => request(stage.shell.http).get(path);

beforeEach(async () => {
  stage = await startShell();
  stage.catalogue.responses.set('/api/models/nina', { status: 200, body: modelOf() });
});
afterEach(() => stage.close());

describe('the rendering while something is down', () => {
  test('lets the browser render the page from the same data while the public micro-frontend has no server bundle', async () => {
    await stage.shell.start();
    const { status, text, headers } = await get('/nina');
    expect(status).toBe(200);
    expect(text).toContain('<div id="root"></div>');
    expect(text).toContain('"isRendered":false');
    expect(text).toContain('"name":"Nina"');
    expect(text).toContain('<title>Nina - Coulisses</title>');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('renders with a server bundle that arrives later or is deployed again', async () => {
    await stage.shell.start();
    deployRemote(stage.remote, 'first');
    await stage.shell.refresh();
    expect((await get('/nina')).text).toContain('<main>first /nina</main>');
    deployRemote(stage.remote, 'second');
    await stage.shell.refresh();
    expect((await get('/nina')).text).toContain('<main>second /nina</main>');
  });

  test('rejects a bundle that does not match its hash and keeps the previous one', async () => {
    deployRemote(stage.remote, 'first');
    await stage.shell.start();
    deployRemote(stage.remote, 'second', 'a'.repeat(64));
    await stage.shell.refresh();
    expect((await get('/nina')).text).toContain('<main>first /nina</main>');
  });

  test('does not follow a bundle’s description out of its folder', async () => {
    deployRemote(stage.remote, 'first');
    stage.remote.responses.set('/server/bundle.json', {
      status: 200,
      body: { file: '../../etc/passwd', sha256: 'a'.repeat(64) },
    });
    await stage.shell.start();
    expect(stage.remote.requests.some((path) => path.includes('passwd'))).toBe(false);
    expect((await get('/nina')).text).toContain('<div id="root"></div>');
  });

  test('lets the browser render the page when rendering fails', async () => {
    deployRemote(stage.remote, 'broken');
    await stage.shell.start();
    const { status, text } = await get('/nina');
    expect(status).toBe(200);
    expect(text).toContain('<div id="root"></div>');
  });

  test.each([
    ['hangs up', null],
    ['fails', { status: 503, body: { error: 'Indisponible', code: 'SERVICE_UNAVAILABLE', requestId: '' } }],
    ['responds with garbage', { status: 200, body: 'not json' }],
  ])('sends an uncacheable page for the browser to fetch its data when the catalogue %s', async (_, response) => {
    deployRemote(stage.remote, 'first');
    stage.catalogue.responses.set('/api/models/nina', response);
    await stage.shell.start();
    const { status, text, headers } = await get('/nina');
    expect(status).toBe(200);
    expect(text).toContain('<div id="root"></div>');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('logs which page was rendered without its data', async () => {
    const lines: string[] = [];
    const logger = createLogger('shell', 'warn', { write: (line) => void lines.push(line) });
    const logged = await startShell(undefined, { logger });
    deployRemote(logged.remote, 'first');
    logged.catalogue.responses.set('/api/models/nina', null);
    await logged.shell.start();
    await request(logged.shell.http).get('/nina/live').expect(200);
    await logged.close();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ msg: 'page data unavailable', page: 'live' }),
    );
  });

  test('stays ready when only the remote is down', async () => {
    await stage.shell.start();
    expect(() => stage.shell.readiness.build()).not.toThrow();
  });
});
