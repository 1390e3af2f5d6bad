import { readConfig } from 'service-kit/config';
import { databaseSettings, migrateDatabase } from 'service-kit/database-settings';
import { runMigrations } from 'service-kit/run-migrations';
import { z } from 'zod';
import { MIGRATIONS } from './migrations.ts';

await runMigrations('media', () => migrateDatabase(readConfig(z.object(databaseSettings)), MIGRATIONS));
