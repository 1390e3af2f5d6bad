import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as requestUpstream } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHttpServer } from 'testing/http-server';
import { openRun } from '../../src/attack/cases.ts';
import type { RowKind } from '../../src/attack/row-kinds.ts';
import { runCases } from '../../src/attack/run-cases.ts';
import { bodiesWithoutMeaning } from '../../src/attack/tricks/bodies-without-meaning.ts';
import type { Site } from '../../src/platform/site.ts';

const folder = mkdtempSync(join(tmpdir(), 'coulisses-vulnerable-'));
const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(closers.map((close) => close()));
  rmSync(folder, { recursive: true, force: true });
});

const listen = async (listener: RequestListener): Promise<number> => {
  const { url, close } = await startHttpServer(listener);
  closers.push(close);
  return Number(new URL(url).port);
};
const logOf = (name: string): string => {
  const file = join(folder, `${name}.log`);
  writeFileSync(file, '');
  return file;
};
const log = (file: string, name: string, { method, headers }: IncomingMessage, more: object = {}) =>
  appendFileSync(
    file,
    `${JSON.stringify({ msg: 'request', name, requestId: headers['x-request-id'] ?? '', method, route: '/', status: 200, ...more })}\n`,
  );

/** One connection to the service, like a busy pool: bytes left on it are read as the next request. */
const ONE_CONNECTION = { keepAlive: true, maxSockets: 1 };

/** Opens a platform whose gateway removes the fields named by `Connection`, and so forwards a body without its length. */
const openVulnerableSite = async (): Promise<Site> => {
  const logs = { billing: logOf('billing'), gateway: logOf('gateway') };
  const service = await listen((request, response) => {
    log(logs.billing, 'billing', request);
    request.resume().on('end', () => response.end('{"ok":true}'));
  });
  const agent = new Agent(ONE_CONNECTION);
  const port = await listen((request, response) => {
    const headers = { ...request.headers };
    for (const name of String(headers.connection ?? '').split(',')) delete headers[name.trim().toLowerCase()];
    headers.connection = 'keep-alive';
    log(logs.gateway, 'gateway', request, { target: 'billing', upstreamRequests: 1 });
    const upstream = requestUpstream(
      { host: '127.0.0.1', port: service, agent, method: request.method, path: request.url, headers },
      (result) => {
        response.writeHead(result.statusCode ?? 502, { 'x-request-id': request.headers['x-request-id'] });
        result.pipe(response);
      },
    );
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    host: '127.0.0.1',
    port,
    partner: '',
    postbackKey: '',
    webhookSecret: '',
    logs,
    stores: {},
    accounts: {
      administrator: { password: '' },
      affiliates: [],
      paid: { email: '', password: '' },
      unpaid: { email: '', password: '' },
    },
  };
};

const row: RowKind = {
  name: 'proxied',
  method: 'GET',
  target: () => '/api/subscription',
  headers: [],
  body: '',
  status: 200,
  contains: '"ok"',
  hasRequestId: 'always',
};

describe('the attack', () => {
  test('finds the requests that a gateway with an unframed body smuggles to its service', async () => {
    const site = await openVulnerableSite();
    const { name: className, tricks } = bodiesWithoutMeaning;
    const cases = tricks
      .filter(({ name }) => name.startsWith('GET with a length and connection:'))
      .map((trick) => ({ name: trick.name, className, row, trick }));
    const { failures } = await runCases({ site, rows: [row], cases, run: openRun() });
    expect(failures.flatMap(({ faults }) => faults)).toContainEqual(
      expect.stringContaining('billing has received a smuggled request'),
    );
  }, 60_000);
});
