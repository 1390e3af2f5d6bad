import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { print, runCommand, wholeNumber } from 'service-kit/run-command';
import { seedStores } from '../../scale/seed-stores.ts';
import { measureStealTime, stealTimeText } from '../../steal-time.ts';
import { startStack } from '../../test-stack.ts';
import { readStackFile } from '../../stack-file.ts';
import { measureSize } from './measure.ts';
import { modelCounts, scaleSizes } from './sizes.ts';
import { GOAL, scaleTable } from './table.ts';
import type { SizeResult } from './table.ts';

const HELP = `Usage: npm run bench:scale [-- options]

For each size: starts a stack of its own, fills it with generated models (and 10 subscribers and 30 payments of each), starts its
processes again, and measures list pages, search, model pages, the home, the panel's list, and the memory of the services, at a
constant rate of 20 requests a second. Prints them with the ratio of the largest size to the smallest.

  --models <sizes>    separated by commas (default 60,2000)
  --seconds <number>  of each kind of request (default 10)
`;

await runCommand(
  {
    help: HELP,
    options: { models: { type: 'string', default: '60,2000' }, seconds: { type: 'string', default: '10' } },
  },
  async ({ values }) => {
    const counts = modelCounts(values.models);
    const seconds = wholeNumber(values.seconds, '--seconds', { least: 1, most: 120 });
    const results: SizeResult[] = [];
    const stolen = measureStealTime();
    let isStandIn = false;
    for (const models of counts) {
      print(`${models} models: starting a stack`);
      const stack = await startStack({ demo: false });
      try {
        const began = performance.now();
        const rows = await seedStores(readStackFile(stack.stackFile).stores, scaleSizes(models), () => undefined);
        print(`  ${rows} rows in ${((performance.now() - began) / 1_000).toFixed(1)} s; starting its processes again`);
        // Caches and counts in the processes are from before the seed.
        await stack.restart();
        isStandIn ||= existsSync(join(dirname(stack.stackFile), 'mongodb', 'stand-in.mv'));
        results.push(await measureSize(stack.stackFile, models, seconds));
      } finally {
        await stack.stop();
      }
    }
    print(`\n${scaleTable(results)}\n`);
    print(`* above the goal of ${GOAL}`);
    const stealTime = stealTimeText(stolen());
    if (stealTime) print(stealTime);
    if (isStandIn)
      print(
        'MongoDB is the stand-in, which ignores secondary indexes: lists and search grow with the number of models here, and these ratios do not hold for a mongod.',
      );
  },
);
