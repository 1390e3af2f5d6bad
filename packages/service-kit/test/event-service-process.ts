import { z } from 'zod';
import { amqpAddress, postgresAddress, processSettings } from '../src/config.ts';
import type { Postgres } from '../src/postgres.ts';
import { runEventService } from '../src/run-event-service.ts';

/** Prints each step of the life cycle as a line `step: ...`, for run-event-service.test.ts. */
const step = (name: string) => void process.stdout.write(`step: ${name}\n`);

let database: Postgres | undefined;
const databaseState = () =>
  database?.query('select 1').then(
    () => 'database open',
    () => 'database closed',
  );

const workerOf = (name: string) => ({
  start: () => step(`start ${name}`),
  stop: async () => step(`stop ${name}, ${await databaseState()}`),
});

await runEventService({
  name: 'lifecycle-test',
  config: z.object({
    ...processSettings,
    RABBIT_URL: amqpAddress(),
    DATABASE_URL: postgresAddress(),
    FAILURE: z.string().optional(),
  }),
  create: async ({ config, postgres }) => {
    database = postgres;
    const { close } = postgres;
    postgres.close = async () => {
      await close();
      step(`${await databaseState()}`);
    };
    step(`create, ${await databaseState()}`);
    if (config.FAILURE) throw new Error(config.FAILURE);
    return {
      http: (_request, response) => {
        step('request');
        // The response ends after the shutdown has begun.
        process.once('SIGTERM', () => setTimeout(() => response.end('served'), 100));
      },
      readiness: {},
      listeners: {},
      workers: [workerOf('first'), workerOf('second')],
      close: async () => step('close'),
    };
  },
});
