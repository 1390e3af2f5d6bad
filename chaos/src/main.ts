import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { print, runCommand, UsageError, wholeNumber } from 'service-kit/run-command';
import { chooseFaults, FAULTS } from './faults.ts';
import { openPlatform } from './platform.ts';
import { createRandom } from './random.ts';
import { rowsOf, tableOf } from './report.ts';
import { runChaos } from './run-chaos.ts';

const HELP = `Usage: npm run chaos -- [options]

  Repeats faults while visitors register, pay, are refunded, and the administrator saves and uploads. After each fault it waits until
  every journey completes again, and checks that every acknowledged registration, payment, refund, save and upload is stored
  exactly once, that access follows payments and refunds, and that all projections equal their owners. Ends with 1 when anything
  was lost or doubled, or a journey did not recover.

Options
  --minutes N         how long (default 5); the injection under way is finished
  --injections N      at most so many
  --seed S            a whole number: the same faults in the same order (default: printed)
  --kinds a,b         only these kinds (default: all that the stack allows)
  --data-dir <folder> a stack that runs there, started with RATE_LIMIT_FACTOR=1000; kinds marked * are then left out.
                      Without it a stack is started for the run, with proxies before its servers, and removed afterwards.

Kinds
${FAULTS.map(({ kind, needsOwnStack, targets }) => `  ${kind}${needsOwnStack ? '*' : ''}: ${targets.join(', ')}`).join('\n')}

Results: chaos/results
`;

const out = join(import.meta.dirname, '..', 'results');

const options = {
  minutes: { type: 'string', default: '5' },
  injections: { type: 'string', default: '100000' },
  seed: { type: 'string' },
  kinds: { type: 'string' },
  'data-dir': { type: 'string' },
} as const;

const readKinds = (text: string | undefined, isOwnStack: boolean) => {
  try {
    return chooseFaults(text?.split(',').map((name) => name.trim()) ?? null, isOwnStack);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

await runCommand({ help: HELP, options }, async ({ values }) => {
  const minutes = wholeNumber(values.minutes, '--minutes', { least: 1, most: 10_000 });
  const mostInjections = wholeNumber(values.injections, '--injections', { least: 1 });
  const seed = wholeNumber(values.seed ?? String(Date.now() % 1_000_000), '--seed', { least: 0, most: 4_294_967_295 });
  const dataDir = values['data-dir'];
  const { faults, skipped } = readKinds(values.kinds, dataDir === undefined);
  if (faults.length === 0) throw new UsageError('None of these kinds can be injected into a stack that runs already.');
  print(`seed ${seed}`);
  if (skipped.length > 0) print(`left out, they need a stack of their own: ${skipped.join(', ')}`);
  const platform = await openPlatform(dataDir, print);
  try {
    const result = await runChaos({
      platform,
      faults,
      random: createRandom(seed),
      endsAt: performance.now() + minutes * 60_000,
      mostInjections,
      print,
    });
    const rows = rowsOf(result.injections);
    mkdirSync(out, { recursive: true });
    writeFileSync(
      join(out, 'chaos.json'),
      `${JSON.stringify({ at: new Date().toISOString(), seed, rows, ...result }, null, 2)}\n`,
    );
    print(`\n${tableOf(rows)}\n`);
    print(
      `acknowledged: ${Object.entries(result.acknowledged)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}`,
    );
    return rows.some(({ lost, doubled, stuck }) => lost + doubled + stuck > 0) ? 1 : 0;
  } finally {
    await platform.stop();
  }
});
