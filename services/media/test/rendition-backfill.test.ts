import { ASSET_KINDS, itemPath } from 'contracts/media';
import { createLogger } from 'service-kit/logger';
import { createAssetRepository } from '../src/assets/asset.repository.ts';
import { createFileStore } from '../src/assets/file-store.ts';
import { createFileRepository } from '../src/assets/file.repository.ts';
import { createRenditionBackfill } from '../src/renditions/rendition-backfill.ts';
import { runBackfill } from '../src/renditions/run-backfill.ts';
import { film, jpeg } from './fixtures.ts';
import { ADMINISTRATOR, idIn, newSlug, startMedia } from './harness.ts';
import type { MediaHarness } from './harness.ts';

let media: MediaHarness;
beforeEach(async () => {
  media = await startMedia();
});
afterEach(() => media.stop());

const upload = async (file: Buffer, fileType: 'photos' | 'lives') => {
  const { body } = await media.upload(ADMINISTRATOR, newSlug(), file, { fileType });
  return idIn(body.filename);
};
/** Runs the backfill for every kind of rendition. */
const run = async ({
  isDryRun = false,
  limit = 1_000,
  concurrency = 2,
  signal = new AbortController().signal,
} = {}) => {
  const { postgres, storage, folders } = media;
  const files = createFileRepository();
  const fileStore = createFileStore({ postgres, storage, files, logger: createLogger('media', 'silent') });
  const assets = createAssetRepository(postgres);
  const backfill = createRenditionBackfill({
    postgres,
    storage,
    assets,
    files,
    fileStore,
    workFolder: folders.work,
    signal,
  });
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const counts = await runBackfill(backfill, { kinds: ASSET_KINDS, isDryRun, limit, concurrency, signal, report });
  return { counts, lines };
};
/** Deletes an asset's files of these names with their rows, as if they had never been created. */
const lose = async (id: string, pattern: string): Promise<string[]> => {
  const { rows } = await media.postgres.query<{ key: string; name: string }>(
    'delete from files where asset_id = $1 and name like $2 returning key, name',
    [id, pattern],
  );
  for (const { key } of rows) await media.storage.remove(key);
  return rows.map(({ name }) => name).sort();
};
const namesOf = async (id: string): Promise<string[]> => {
  const { rows } = await media.postgres.query<{ name: string }>(
    'select name from files where asset_id = $1 order by name collate "C"',
    [id],
  );
  return rows.map(({ name }) => name);
};
const statusOf = async (id: string, name: string) =>
  (
    await media.api
      .get(media.sign(itemPath(id, name), ADMINISTRATOR))
      .set('authorization', await media.bearer(ADMINISTRATOR))
  ).status;
const NONE = { made: 0, superseded: 0, 'source-missing': 0, failed: 0, listed: 0 };

describe('the backfill of renditions', () => {
  test('makes a lost width of a photo, publishes it once, and does nothing the second time', async () => {
    const id = await upload(await jpeg(700, 400), 'photos');
    const before = await namesOf(id);
    expect(await lose(id, '640.webp')).toEqual(['640.webp']);
    expect((await run()).counts).toEqual({ ...NONE, made: 1 });
    expect(await namesOf(id)).toEqual(before);
    expect(await statusOf(id, '640.webp')).toBe(200);
    expect((await media.eventsOf(id)).map(({ name, revision }) => [name, revision])).toEqual([
      ['asset.uploaded', 1],
      ['asset.processed', 2],
      ['asset.processed', 3],
    ]);
    expect((await run()).counts).toEqual(NONE);
    expect(await media.eventsOf(id)).toHaveLength(3);
  });

  test('gives an earlier film its HLS and publishes the catalogue', async () => {
    const id = await upload(await film({ seconds: 31 }), 'lives');
    await media.work();
    const before = await namesOf(id);
    expect(await lose(id, 'hls%')).toContain('hls.m3u8');
    const { counts, lines } = await run();
    expect(counts).toEqual({ ...NONE, made: 1 });
    expect(lines).toEqual([`made  replay ${id}  hls.m3u8`]);
    expect(await namesOf(id)).toEqual(before);
    expect(await statusOf(id, 'hls.m3u8')).toBe(200);
    expect((await media.eventsOf(id)).at(-1)).toMatchObject({ name: 'asset.processed', data: { hasHls: true } });
    expect(await media.filesIn('work')).toEqual([]);
  });

  test('replaces the parts of an HLS whose playlist is lost', async () => {
    const id = await upload(await film({ seconds: 31 }), 'lives');
    await media.work();
    const before = await namesOf(id);
    await lose(id, 'hls.m3u8');
    const storedBefore = (await media.files()).length;
    expect((await run()).counts).toEqual({ ...NONE, made: 1 });
    expect(await namesOf(id)).toEqual(before);
    await media.sweep();
    expect((await media.files()).length).toBe(storedBefore + 1);
  });

  test('makes the MP4 and the posters of a film from its original', async () => {
    const id = await upload(await film(), 'lives');
    await media.work();
    const before = await namesOf(id);
    await lose(id, '720.mp4');
    await lose(id, 'poster-%');
    await lose(id, 'blurred');
    expect((await run()).counts).toEqual({ ...NONE, made: 1 });
    expect(await namesOf(id)).toEqual(before);
    expect(await statusOf(id, '720.mp4')).toBe(200);
  });

  test('reports and skips an asset whose original is deleted, and makes those of the others', async () => {
    const picture = await jpeg(700, 400);
    const [lost, whole] = [await upload(picture, 'photos'), await upload(picture, 'photos')];
    for (const id of [lost, whole]) await lose(id, '320.webp');
    const { rows } = await media.postgres.query<{ key: string }>(
      `select key from files where asset_id = $1 and name = 'original'`,
      [lost],
    );
    await media.storage.remove(rows[0]?.key ?? '');
    const { counts, lines } = await run();
    expect(counts).toEqual({ ...NONE, made: 1, 'source-missing': 1 });
    expect(lines).toContain(`source-missing  photo ${lost}  320.webp`);
    expect(await namesOf(whole)).toContain('320.webp');
  });

  test('lists and makes nothing in a dry run, and stops at the limit', async () => {
    const picture = await jpeg();
    const ids = [await upload(picture, 'photos'), await upload(picture, 'photos')];
    for (const id of ids) await lose(id, '320.webp');
    const dry = await run({ isDryRun: true });
    expect(dry.counts).toEqual({ ...NONE, listed: 2 });
    expect(dry.lines).toHaveLength(2);
    expect((await run({ limit: 1 })).counts).toEqual({ ...NONE, made: 1 });
    expect((await run({ isDryRun: true })).counts).toEqual({ ...NONE, listed: 1 });
  });

  test('makes each rendition once when two runs overlap', async () => {
    const id = await upload(await jpeg(), 'photos');
    await lose(id, '320.webp');
    const runs = await Promise.all([run(), run()]);
    expect(runs.reduce((sum, { counts }) => sum + counts.made, 0)).toBe(1);
    expect((await namesOf(id)).filter((name) => name === '320.webp')).toHaveLength(1);
  });

  test('handles nothing once it is interrupted', async () => {
    const id = await upload(await jpeg(), 'photos');
    await lose(id, '320.webp');
    expect((await run({ signal: AbortSignal.abort(new Error('interrupted')) })).counts).toEqual(NONE);
    expect(await namesOf(id)).not.toContain('320.webp');
  });
});
