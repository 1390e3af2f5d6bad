import { ConfigError } from 'service-kit/config';
import { localStack } from 'service-kit/local-stack';
import { print, runCommand, wholeNumber } from 'service-kit/run-command';
import { seedStores } from './seed-stores.ts';

const HELP = `Usage: npm run seed:scale -- [--models 100000] [--subscribers 1000000] [--payments 3000000] [--seed 1]

Fills the databases of the stack that runs on DATA_DIR with generated models, subscribers and payments, for measurements.
Stop the stack and start it again afterwards: its caches and the events of these rows are not filled. Pictures are not made.
The same seed makes the same rows; a second run adds what is missing.
`;

await runCommand(
  {
    help: HELP,
    options: {
      models: { type: 'string', default: '100000' },
      subscribers: { type: 'string', default: '1000000' },
      payments: { type: 'string', default: '3000000' },
      seed: { type: 'string', default: '1' },
    },
  },
  async ({ values }) => {
    const sizes = {
      models: wholeNumber(values.models, '--models', { least: 1, most: 1_000_000 }),
      subscribers: wholeNumber(values.subscribers, '--subscribers', { least: 1, most: 10_000_000 }),
      payments: wholeNumber(values.payments, '--payments', { least: 1, most: 30_000_000 }),
      seed: wholeNumber(values.seed, '--seed', { least: 0 }),
    };
    const stores = localStack()?.stores;
    if (!stores) throw new ConfigError(['No stack runs on DATA_DIR: start one with npm start.']);
    const began = performance.now();
    const rows = await seedStores(stores, sizes, print);
    const seconds = (performance.now() - began) / 1_000;
    print(`${rows} rows in ${Math.round(seconds)} s, ${Math.round(rows / seconds)} rows/s`);
  },
);
