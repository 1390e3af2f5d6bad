import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import autocannon from 'autocannon';
import { runCommand } from 'service-kit/run-command';

const HELP = `Usage: npm run bench:gateway

Measures the gateway's cache and proxy beside a raw server and a plain proxy, in alternation. Ends with 1 below a floor.
`;

/** Required ratio; the run fails below it. */
const FLOORS = { 'list from the cache': 0.8, '304 from the cache': 0.8, 'proxied, cache bypassed': 0.85 } as const;
const ROUNDS = 5;
const MEASUREMENT_SECONDS = 4;

/** Options with which a cluster starts the gateway. */
const { NODE_OPTIONS } = parseEnv(readFileSync(new URL('../../k8s/base/config/gateway.env', import.meta.url), 'utf8'));

const children: ChildProcess[] = [];
const start = (role: string, ...args: string[]) =>
  new Promise<{ url: string; memory: () => Promise<number> }>((resolve, reject) => {
    const env = role === 'gateway' ? { ...process.env, NODE_OPTIONS } : process.env;
    const child = fork(new URL('./servers.ts', import.meta.url), [role, ...args], { env });
    children.push(child);
    child.once('error', reject);
    child.once('message', (message) =>
      resolve({
        url: `http://127.0.0.1:${(message as { port: number }).port}`,
        memory: () =>
          new Promise((response) => {
            child.once('message', (reply) => response((reply as { memory: number }).memory));
            child.send('memory');
          }),
      }),
    );
  });

const measure = async (url: string, headers: Record<string, string>) => {
  const { requests, non2xx, errors, statusCodeStats } = await autocannon({
    url: `${url}/api/models`,
    connections: 50,
    duration: MEASUREMENT_SECONDS,
    headers,
  });
  const unexpected = headers['if-none-match'] ? requests.total - (statusCodeStats?.['304']?.count ?? 0) : non2xx;
  if (errors > 0 || unexpected > 0) throw new Error(`${url}: ${errors} errors, ${unexpected} unexpected responses`);
  return requests.average;
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Both sides of a pair alternate, so that other load of the machine affects both. */
const compare = async (name: keyof typeof FLOORS, ours: string, theirs: string, headers: Record<string, string>) => {
  const rates: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.theirs.push(await measure(theirs, headers));
    rates.ours.push(await measure(ours, headers));
  }
  const [a, b] = [median(rates.ours), median(rates.theirs)];
  const ratio = a / b;
  const passed = ratio >= FLOORS[name];
  process.stdout.write(
    `${name.padEnd(26)} ${Math.round(a).toString().padStart(7)} req/s  against ${Math.round(b).toString().padStart(7)}  ratio ${ratio.toFixed(2)}  (floor ${FLOORS[name]}) ${passed ? 'ok' : 'BELOW'}\n`,
  );
  return passed;
};

const firstResponse = (url: string) =>
  new Promise<{ body: Buffer; etag: string }>((resolve, reject) => {
    httpRequest(`${url}/api/models`, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => resolve({ body: Buffer.concat(parts), etag: String(response.headers.etag) }));
    })
      .on('error', reject)
      .end();
  });

await runCommand({ help: HELP }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-gateway-'));
  try {
    const service = await start('service');
    const gateway = await start('gateway', service.url);
    const plain = await start('plain', service.url);
    const { body, etag } = await firstResponse(gateway.url);
    const same = path.join(folder, 'list.br');
    writeFileSync(same, body);
    const raw = await start('raw', same);
    process.stdout.write(
      `The list of 60 models, ${body.length} bytes as brotli; ${ROUNDS} rounds of ${MEASUREMENT_SECONDS} s, 50 connections, medians.\n\n`,
    );

    const rest = await gateway.memory();
    const results = [
      await compare('list from the cache', gateway.url, raw.url, { 'accept-encoding': 'br' }),
      await compare('304 from the cache', gateway.url, raw.url, { 'accept-encoding': 'br', 'if-none-match': etag }),
      await compare('proxied, cache bypassed', gateway.url, plain.url, { authorization: 'Bearer a.b.c' }),
    ];
    const many = await autocannon({ url: `${gateway.url}/api/models`, connections: 1_000, duration: 5 });
    process.stdout.write(
      `1,000 connections            ${Math.round(many.requests.average)} req/s, ${many.errors} errors, ${many.timeouts} time-outs\n`,
    );
    process.stdout.write(
      `gateway's memory: ${Math.round(rest / 2 ** 20)} MB at rest, ${Math.round((await gateway.memory()) / 2 ** 20)} MB after\n`,
    );
    return results.every(Boolean) && many.errors === 0 ? 0 : 1;
  } finally {
    for (const child of children) child.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
});
