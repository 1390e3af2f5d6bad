import { parseArgs } from 'node:util';
import { createCast } from '../access/cast.ts';
import { createHttpClient } from '../platform/http-client.ts';
import { openSite } from '../platform/site.ts';
import { runFuzz } from './run-fuzz.ts';

const HELP = `Usage: npm run fuzz -- [options]

  Sends valid, nearly valid and hostile requests, generated from the contracts, for every operation as every role. Fails on an
  internal error, an undeclared error, a success against its schema, internals or others' private data in a response, and a write
  by a rejected call. Prints the smallest request of each failure.

Options
  --inputs <count>     20000 unless given
  --seed <number>      repeats the requests of an earlier run with the same count
  --operation <id>     only this operation
  --data-dir <folder>  of the stack (default DATA_DIR, else .data); where none runs, one is started

A stack of your own needs RATE_LIMIT_FACTOR=1000.
`;

const MAX_SEED = 2 ** 31 - 1_000;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const { values } = parseArgs({ options: { inputs: { type: 'string', default: '20000' }, seed: { type: 'string' }, operation: { type: 'string' }, 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } } });

const fuzz = async (): Promise<number> => {
  const inputs = Number(values.inputs);
  const seed = values.seed === undefined ? Math.floor(Math.random() * MAX_SEED) : Number(values.seed);
  if (!Number.isInteger(inputs) || inputs < 1 || !Number.isInteger(seed)) throw new Error('--inputs and --seed take whole numbers');
  const { site, stop } = await openSite({ dataDir: values['data-dir'] });
  const client = createHttpClient(site);
  try {
    const cast = await createCast(site, client);
    try {
      say(`  seed ${seed}, ${inputs} inputs against ${site.url}`);
      const startedAt = performance.now();
      const { sent, statuses, findings } = await runFuzz({ cast, client, inputs, seed, only: values.operation });
      const seconds = (performance.now() - startedAt) / 1000;
      for (const { operation, role, seed: ofRun, fault, curl } of findings) say(`  ✗ ${operation} as ${role} (seed ${ofRun})\n    ${fault}\n    ${curl}`);
      say(`  ${sent} requests in ${seconds.toFixed(0)} s (${(sent / seconds).toFixed(0)} per second), statuses ${JSON.stringify(statuses)}, ${findings.length} findings, seed ${seed}`);
      return findings.length > 0 ? 1 : 0;
    } finally {
      await cast.remove();
    }
  } finally {
    client.close();
    await stop();
  }
};

if (values.help) say(HELP);
else process.exitCode = await fuzz();
