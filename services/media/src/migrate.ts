import { postgresAddress, readConfig } from 'service-kit/config';
import { migrate } from 'service-kit/postgres';
import { z } from 'zod';
import { MIGRATIONS } from './migrations.ts';

const { DATABASE_URL } = readConfig(z.object({ DATABASE_URL: postgresAddress() }));
const applied = await migrate(DATABASE_URL, MIGRATIONS);
process.stdout.write(`media: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to migrate'}\n`);
