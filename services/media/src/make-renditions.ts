import { ASSET_KINDS, isVideoKind } from 'contracts/media';
import { readConfig } from 'service-kit/config';
import { openPostgres } from 'service-kit/database-settings';
import { localStack } from 'service-kit/local-stack';
import { createLogger } from 'service-kit/logger';
import { print, runCommand, UsageError, wholeNumber } from 'service-kit/run-command';
import { createAssetRepository } from './assets/asset.repository.ts';
import { createFileStore } from './assets/file-store.ts';
import { createFileRepository } from './assets/file.repository.ts';
import { renditionsConfig } from './config.ts';
import { createRenditionBackfill } from './renditions/rendition-backfill.ts';
import { runBackfill } from './renditions/run-backfill.ts';
import { openStorage } from './storage/open-storage.ts';

const HELP = `Usage: npm run renditions -- [options]

Makes renditions that earlier uploads lack, such as HLS or an added width.

  --dry-run          lists the assets and their missing renditions, and makes nothing
  --kind image|video only pictures or only videos
  --limit N          handles N assets at most
  --concurrency N    assets at once (1 to 8, default 1)

An interrupted run is continued by running it again. Exits with 1 when an asset failed or has no source file.
DATABASE_URL, STORAGE_DRIVER, STORAGE_DIR and S3_* are those of the media worker; without DATABASE_URL it uses the stack of
npm start (DATA_DIR). Running services publish the events.`;

const options = {
  'dry-run': { type: 'boolean', default: false },
  kind: { type: 'string' },
  limit: { type: 'string' },
  concurrency: { type: 'string', default: '1' },
} as const;

const readSettings = () => {
  const stores = process.env.DATABASE_URL || process.env.DATABASE_URL_FILE ? undefined : localStack()?.stores;
  return readConfig(renditionsConfig, {
    ...process.env,
    ...(stores && { DATABASE_URL: stores.MEDIA_DATABASE_URL, STORAGE_DIR: stores.STORAGE_DIR }),
  });
};

await runCommand({ help: HELP, options }, async ({ values }) => {
  const { kind } = values;
  if (kind !== undefined && kind !== 'image' && kind !== 'video') throw new UsageError('--kind takes image or video.');
  const limit = values.limit === undefined ? Infinity : wholeNumber(values.limit, '--limit', { least: 1 });
  const concurrency = wholeNumber(values.concurrency, '--concurrency', { least: 1, most: 8 });
  const config = readSettings();
  const logger = createLogger('media-renditions', 'warn');
  const { storage, folders } = await openStorage(config);
  const postgres = openPostgres(config, { logger, max: concurrency + 1 });
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interruption.abort(new Error('interrupted')));
  const files = createFileRepository();
  const backfill = createRenditionBackfill({
    postgres,
    storage,
    assets: createAssetRepository(postgres),
    files,
    fileStore: createFileStore({ postgres, storage, files, logger }),
    workFolder: folders.work,
    signal: interruption.signal,
  });
  const counts = await runBackfill(backfill, {
    kinds: ASSET_KINDS.filter((one) => kind === undefined || isVideoKind(one) === (kind === 'video')),
    isDryRun: values['dry-run'],
    limit,
    concurrency,
    signal: interruption.signal,
    report: print,
  }).finally(() => postgres.close());
  print(
    Object.entries(counts)
      .map(([outcome, number]) => `${outcome}: ${number}`)
      .join(', '),
  );
  return counts.failed + counts['source-missing'] > 0 || interruption.signal.aborted ? 1 : 0;
});
