import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { print, runCommand, UsageError, wholeNumber } from 'service-kit/run-command';
import { createPortBlock } from './free-port.ts';
import { removeWithUs } from './reaper.ts';
import type { Server } from './servers/server.ts';
import { startPostgres } from './servers/postgres.ts';
import { waitUntil } from './wait-until.ts';

const HELP = `Usage: npm run recovery:drill -- [options]

Tries the recovery of PostgreSQL from archived write-ahead log, on servers of its own in a temporary folder.

  --rows N     rows before the base backup, 256 bytes each (default 100000)
  --timeout N  seconds after which a segment is archived though it is not full (archive_timeout, default 5)
  --copy N     seconds that copying a segment may take beyond that on a busy machine (default 2)

1. Takes a base backup while rows are written, drops the table, restores to the moment before. Every row that was acknowledged
   until then must be there, and none from after it.
2. Kills the server and abandons its volume while rows are written, restores from the archive alone. What is missing must be no
   older than --timeout and --copy together.

Ends with 1 otherwise.
`;

const options = {
  rows: { type: 'string', default: '100000' },
  timeout: { type: 'string', default: '5' },
  copy: { type: 'string', default: '2' },
} as const;

const run = promisify(execFile);
const WRITE_EVERY_MS = 10;
/** `written_at` by the server's clock, which also defines the time to restore to. */
const CREATE_TABLE = `create table payments
  (id serial primary key, note text not null, written_at timestamptz not null default clock_timestamp())`;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

const query = async <Row extends pg.QueryResultRow>(
  url: string,
  ...statement: [string, unknown[]?]
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(...statement)).rows;
  } finally {
    await client.end();
  }
};

/** Inserts a row every 10 ms until it or the server stops; `acknowledged` maps ids to the time of the commit. */
const startWriter = (url: string) => {
  const acknowledged = new Map<number, number>();
  let isStopped = false;
  const write = async () => {
    const client = new pg.Client({ connectionString: url });
    // The drill kills the server or drops the table, which ends the writer.
    client.on('error', () => undefined);
    await client.connect();
    try {
      while (!isStopped) {
        const { rows } = await client.query<{ id: number }>(
          `insert into payments (note) values (repeat('x', 256)) returning id`,
        );
        acknowledged.set(rows[0]?.id ?? 0, Date.now());
        await pause(WRITE_EVERY_MS);
      }
    } catch (error) {
      if (!isStopped) print(`the writer ended: ${(error as Error).message}`);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const done = write();
  return {
    acknowledged,
    stop: () => {
      isStopped = true;
      return done;
    },
  };
};

/** Takes a base backup with the server's own functions: needs no program but cp. */
const takeBase = async (url: string, from: string, to: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('recovery drill', true)`);
    // Files may vanish during the copy, for which the log compensates: cp then exits with 1.
    await run('cp', ['--archive', `${from}/.`, to]).catch((error: { stderr?: string }) => {
      if (!/No such file or directory/.test(error.stderr ?? '')) throw error;
    });
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(true)');
    rmSync(join(to, 'pg_wal'), { recursive: true });
    rmSync(join(to, 'postmaster.pid'), { force: true });
    writeFileSync(join(to, 'backup_label'), rows[0]?.label ?? '');
    const { uid, gid } = statSync(from);
    mkdirSync(join(to, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
    for (const name of ['pg_wal', 'pg_wal/archive_status', 'backup_label']) chownSync(join(to, name), uid, gid);
  } finally {
    await client.end();
  }
};

/** Waits until a segment of the write-ahead log is in the archive. */
const archived = (url: string, segment: string): Promise<void> =>
  waitUntil('the archive', async () => {
    const [{ last } = { last: '' }] = await query<{ last: string | null }>(
      url,
      'select last_archived_wal as last from pg_stat_archiver',
    );
    if ((last ?? '') < segment) throw new Error('not archived yet');
  });

/** @returns the name of the current segment, which `pg_switch_wal()` closes */
const segmentOf = async (url: string, position: 'pg_switch_wal()' | 'pg_current_wal_lsn()'): Promise<string> => {
  const [segment] = await query<{ name: string }>(url, `select pg_walfile_name(${position}) as name`);
  return segment?.name ?? '';
};

const drill = async (
  root: string,
  { rows, timeoutSeconds, copySeconds }: { rows: number; timeoutSeconds: number; copySeconds: number },
) => {
  const ports = await createPortBlock();
  const archive = join(root, 'archive');
  const log = join(root, 'postgres.log');
  const servers: Server[] = [];
  const start = async (dir: string, more: readonly string[]) => {
    const server = await startPostgres({ dir, port: await ports.next(), log, more });
    servers.push(server);
    await server.ready();
    return server;
  };
  /** Copies the base backup into place, replays the archive, and returns once the server accepts writes. */
  const restore = async (name: string, target: readonly string[]) => {
    const begun = performance.now();
    const dir = join(root, name);
    await run('cp', ['--archive', join(root, 'base'), dir]);
    writeFileSync(join(dir, 'recovery.signal'), '');
    const { uid, gid } = statSync(join(root, 'base', 'backup_label'));
    chownSync(join(dir, 'recovery.signal'), uid, gid);
    const server = await start(dir, [
      `restore_command=cp ${archive}/%f %p`,
      'recovery_target_action=promote',
      ...target,
    ]);
    await waitUntil('the promotion', async () => {
      const [{ recovering } = { recovering: true }] = await query<{ recovering: boolean }>(
        server.url,
        'select pg_is_in_recovery() as recovering',
      );
      if (recovering) throw new Error('still recovering');
    });
    return { server, durationMs: performance.now() - begun };
  };
  const idsIn = async (url: string) =>
    new Set((await query<{ id: number }>(url, 'select id from payments')).map(({ id }) => id));
  const writtenAfter = async (url: string, moment: string) =>
    (await query(url, 'select id from payments where written_at > $1', [moment])).length;

  try {
    const dir = join(root, 'source');
    mkdirSync(archive, { recursive: true });
    const source = await start(dir, [
      'wal_level=replica',
      'archive_mode=on',
      // The rename makes a segment appear complete or not at all; the archiver retries failures.
      `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
      `archive_timeout=${timeoutSeconds}`,
    ]);
    const owner = statSync(dir);
    chownSync(archive, owner.uid, owner.gid);
    await query(source.url, CREATE_TABLE);
    await query(source.url, `insert into payments (note) select repeat('x', 256) from generate_series(1, $1::int)`, [
      rows,
    ]);
    const writer = startWriter(source.url);
    await takeBase(source.url, dir, join(root, 'base'));
    await pause(1_000);

    // 1. Point in time: a table is dropped by mistake.
    const until = new Set(writer.acknowledged.keys());
    const [{ now: target } = { now: '' }] = await query<{ now: string }>(
      source.url,
      'select clock_timestamp()::text as now',
    );
    await pause(300);
    await writer.stop();
    await query(source.url, 'drop table payments');
    await archived(source.url, await segmentOf(source.url, 'pg_switch_wal()'));
    const { server, durationMs } = await restore('at-a-point', [`recovery_target_time=${target}`]);
    const restored = await idsIn(server.url);
    const missing = [...until].filter((id) => !restored.has(id)).length;
    const seeded = [...restored].filter((id) => id <= rows).length;
    const later = await writtenAfter(server.url, target);
    await server.stop();
    const isExact = missing === 0 && seeded === rows && later === 0;
    print(
      `point in time: ${restored.size} rows in ${seconds(durationMs)}, ${missing + rows - seeded} missing, ${later} from after it: ${isExact ? 'ok' : 'FAILED'}`,
    );

    // 2. Loss of the volume: only the archive is left.
    await query(source.url, CREATE_TABLE);
    const last = startWriter(source.url);
    // Only the timeout closes the segment with the first rows; further rows are then not archived yet.
    await waitUntil('the first row', () =>
      last.acknowledged.size > 0 ? Promise.resolve() : Promise.reject(new Error('none yet')),
    );
    await archived(source.url, await segmentOf(source.url, 'pg_current_wal_lsn()'));
    await pause(timeoutSeconds * 1_000);
    const lostAt = Date.now();
    process.kill(-source.pid, 'SIGKILL');
    await source.exited;
    await last.stop();
    rmSync(dir, { recursive: true });
    const after = await restore('after-a-loss', []);
    const survived = await idsIn(after.server.url);
    const lost = [...last.acknowledged].filter(([id]) => !survived.has(id));
    const oldestMs = Math.max(0, ...lost.map(([, at]) => lostAt - at));
    await after.server.stop();
    const isWithin = survived.size > 0 && oldestMs <= (timeoutSeconds + copySeconds) * 1_000;
    print(
      `volume lost: restored in ${seconds(after.durationMs)}, ${lost.length} of ${last.acknowledged.size} acknowledged rows missing, the oldest ${seconds(oldestMs)} old (archive_timeout ${timeoutSeconds} s): ${isWithin ? 'ok' : 'FAILED'}`,
    );
    return isExact && isWithin;
  } finally {
    await Promise.allSettled(servers.map((server) => server.stop()));
    await ports.release();
  }
};

await runCommand({ help: HELP, options }, async ({ values }) => {
  const rows = wholeNumber(values.rows, '--rows', { least: 1, most: 50_000_000 });
  const timeoutSeconds = wholeNumber(values.timeout, '--timeout', { least: 1, most: 600 });
  const copySeconds = wholeNumber(values.copy, '--copy', { least: 0, most: 600 });
  if (process.platform === 'win32') throw new UsageError('The drill needs Linux or macOS.');
  const root = mkdtempSync(join(tmpdir(), 'recovery-drill-'));
  // The server may run as another user, who must be able to traverse the folder.
  chmodSync(root, 0o711);
  removeWithUs(root);
  try {
    return (await drill(root, { rows, timeoutSeconds, copySeconds })) ? 0 : 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
