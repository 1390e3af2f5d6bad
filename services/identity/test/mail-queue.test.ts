import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLogger } from 'service-kit/logger';
import { migrate } from 'service-kit/migrate';
import { createPostgres } from 'service-kit/postgres';
import { createMetrics } from 'service-kit/telemetry';
import { eventually } from 'testing/eventually';
import { createMailMetrics } from '../src/mails/mail-metrics.ts';
import { createMailQueue, enqueueMail } from '../src/mails/mail-queue.repository.ts';
import { createMailWorker } from '../src/mails/mail-worker.ts';
import { createSmtpTransport } from '../src/mails/smtp-transport.ts';
import { MIGRATIONS } from '../src/migrations.ts';
import { startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());
afterEach(async () => {
  identity.mailServer.setMode('up');
  await identity.postgres.query('delete from mails');
});

/** Starts one replica's queue and worker, which sends "Texte" to the address of a reset request. */
const startReplica = () => {
  const lines: string[] = [];
  const logger = createLogger('identity', 'info', { write: (line) => void lines.push(line) });
  const metrics = createMetrics('identity');
  const queue = createMailQueue(identity.postgres, ['reset']);
  const worker = createMailWorker({
    queue,
    composer: {
      kinds: ['reset'],
      compose: async (mail) => ({
        id: mail.id,
        from: { name: 'Coulisses', email: 'bonjour@coulisses.example' },
        replyTo: null,
        envelopeFrom: 'bonjour@coulisses.example',
        to: mail.email ?? '',
        subject: 'Objet',
        text: 'Texte',
        html: '<p>Texte</p>',
      }),
    },
    transport: createSmtpTransport(identity.mailServer.url, {
      timeoutsMs: { unused: 1_000, connecting: 2_000, greeting: 2_000, idle: 2_000, closing: 50, whole: 5_000 },
    }),
    wakeOn: identity.postgres.commitsTo('mails'),
    logger,
    metrics: createMailMetrics({ metrics, queue, kinds: ['reset'], logger }),
  });
  return {
    queue,
    worker,
    lines,
    metric: async (name: string) =>
      (await metrics.registry.metrics())
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1),
  };
};
const attempts = (outcome: string) => `mail_attempts_total{kind="reset",outcome="${outcome}"`;
const enqueue = async (email = `${randomUUID()}@example.org`): Promise<string> => {
  await enqueueMail(identity.postgres, { kind: 'reset', email, data: {} });
  return email;
};
const rows = async () =>
  (
    await identity.postgres.query<{ attempts: number; seconds: number }>(
      'select attempts, round(extract(epoch from due_at - now()))::int as seconds from mails',
    )
  ).rows;
const makeDue = () => identity.postgres.query('update mails set due_at = now()');

describe('mail queue', () => {
  test('keeps a mail only if the transaction that causes it commits', async () => {
    const cause = identity.postgres.transaction(async (client) => {
      await enqueueMail(client, { kind: 'reset', email: 'claire@example.org', data: {} });
      throw new Error('rolled back');
    });
    await expect(cause).rejects.toThrow('rolled back');
    expect(await rows()).toEqual([]);
  });

  test('leases a mail to one replica, and to another when the lease has ended', async () => {
    await enqueue();
    const [first, second] = [startReplica().queue, startReplica().queue];
    const [leased] = await first.lease(10);
    expect(leased?.attempts).toBe(1);
    expect(await second.lease(10)).toEqual([]);
    await makeDue();
    expect(await second.lease(10)).toMatchObject([{ id: leased?.id, attempts: 2 }]);
  });

  test('leases mails of single people before those of a live, however long these have been due', async () => {
    for (const minutes of [3, 2])
      await identity.postgres.query(
        `insert into mails (id, kind, email, data, due_at) values ($1, 'live-started', 'claire@example.org', '{}', now() - make_interval(mins => $2))`,
        [randomUUID(), minutes],
      );
    await enqueue();
    const queue = createMailQueue(identity.postgres, ['reset', 'live-started']);
    const kindsOf = async (limit: number) => (await queue.lease(limit)).map(({ kind }) => kind).sort();
    expect(await kindsOf(1)).toEqual(['reset']);
    await makeDue();
    expect(await kindsOf(2)).toEqual(['live-started', 'reset']);
    expect(await kindsOf(2)).toEqual(['live-started']);
  });

  test('ignores a replica whose lease was taken over', async () => {
    await enqueue();
    const { queue } = startReplica();
    const [stale] = await queue.lease(1);
    await makeDue();
    await queue.lease(1);
    const [before] = await rows();
    await queue.postpone(stale ?? { id: '', attempts: 0 }, 0);
    expect(await rows()).toEqual([before]);
  });

  test('leaves kinds of a newer version to newer replicas', async () => {
    await identity.postgres.query(
      "insert into mails (id, kind, email, data) values ($1, 'of-the-future', 'claire@example.org', '{}')",
      [randomUUID()],
    );
    expect(await startReplica().queue.lease(10)).toEqual([]);
  });

  test('removes the mails of an erased subscriber', async () => {
    const { email } = await identity.register();
    const { rows: found } = await identity.postgres.query<{ id: string }>(
      'select id from subscribers where email = $1',
      [email],
    );
    const subscriberId = found[0]?.id ?? '';
    await enqueueMail(identity.postgres, { kind: 'welcome', subscriberId, data: {} });
    await identity.postgres.query('delete from subscribers where id = $1', [subscriberId]);
    expect(await rows()).toEqual([]);
  });
});

describe('migration 004-mails', () => {
  test('takes over the reset requests of the previous version', async () => {
    const url = new URL(process.env.POSTGRES_URL ?? '');
    url.pathname = `/identity_${randomUUID().replaceAll('-', '')}`;
    const folder = await mkdtemp(join(tmpdir(), 'identity-migrations-'));
    const before = (await readdir(MIGRATIONS)).filter((name) => name < '004');
    await Promise.all(before.map((name) => copyFile(new URL(name, MIGRATIONS), join(folder, name))));
    await migrate(url.href, pathToFileURL(folder));
    const postgres = createPostgres({ url: url.href, logger: createLogger('identity', 'silent') });
    try {
      await postgres.query(
        "insert into reset_requests (id, email, token, attempts) values ($1, 'claire@example.org', null, 2), ($2, 'paul@example.org', 'made-already', 0)",
        [randomUUID(), randomUUID()],
      );
      expect(await migrate(url.href, MIGRATIONS)).toContain('004-mails.sql');
      const { rows: moved } = await postgres.query('select kind, email, data, attempts from mails order by email');
      expect(moved).toEqual([
        { kind: 'reset', email: 'claire@example.org', data: {}, attempts: 2 },
        { kind: 'reset', email: 'paul@example.org', data: { token: 'made-already' }, attempts: 0 },
      ]);
      expect((await postgres.query('select 1 from reset_requests')).rowCount).toBe(0);
    } finally {
      await postgres.close();
      await rm(folder, { recursive: true });
      await identity.postgres.query(`drop database ${url.pathname.slice(1)} with (force)`);
    }
  });
});

describe('mail worker', () => {
  test('sends each mail once, several at a time, when two replicas work', async () => {
    const emails = await Promise.all(Array.from({ length: 40 }, () => enqueue()));
    const replicas = [startReplica(), startReplica()];
    await Promise.all(replicas.map(({ worker }) => worker.runDue()));
    expect(emails.map((email) => identity.mailServer.messagesTo(email).length)).toEqual(emails.map(() => 1));
    expect(identity.mailServer.mostConnections()).toBeGreaterThan(1);
    expect(identity.mailServer.mostConnections()).toBeLessThanOrEqual(8);
    expect(await rows()).toEqual([]);
  });

  test('sends by itself when a mail is committed, also beside a recipient whose server is stuck', async () => {
    const { worker, metric } = startReplica();
    worker.start();
    await enqueue('stuck@example.org');
    const emails = await Promise.all(Array.from({ length: 6 }, () => enqueue()));
    await eventually(
      () => emails.every((email) => identity.mailServer.messagesTo(email).length === 1),
      'the other mails',
    );
    // The server receives a mail before the worker receives its response.
    await eventually(async () => (await metric(attempts('sent'))) === '6', 'the metric');
    identity.mailServer.disconnect();
    await worker.stop();
  });

  test('postpones a mail for 5, 15, 60 and 300 seconds while the mail server is down, and sends it afterwards', async () => {
    const { worker, lines, metric } = startReplica();
    const email = await enqueue();
    identity.mailServer.setMode('down');
    for (const [index, seconds] of [5, 15, 60, 300, 300].entries()) {
      await worker.runDue();
      expect(await rows()).toEqual([{ attempts: index + 1, seconds }]);
      await makeDue();
    }
    expect(await metric(attempts('postponed'))).toBe('5');
    expect(lines).toHaveLength(5);
    expect(lines.join()).toContain('mail postponed');
    expect(lines.join()).not.toContain(email);
    identity.mailServer.setMode('up');
    await worker.runDue();
    expect(identity.mailServer.messagesTo(email)).toHaveLength(1);
  });

  test.each([
    [
      'after 24 hours',
      'down',
      'expired',
      (email: string) =>
        identity.postgres.query("update mails set created_at = now() - interval '25 hours' where email = $1", [email]),
    ],
    ['at once where the recipient does not exist', 'up', 'rejected', () => Promise.resolve()],
  ] as const)('gives a mail up %s, with a log line without the address', async (_when, mode, outcome, prepare) => {
    const { worker, lines, metric } = startReplica();
    const email = await enqueue(`rejected.${randomUUID()}@example.org`);
    await prepare(email);
    identity.mailServer.setMode(mode);
    await worker.runDue();
    expect(await rows()).toEqual([]);
    expect(await metric(attempts(outcome))).toBe('1');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ msg: 'mail abandoned', kind: 'reset', attempts: 1 }),
    ]);
    expect(lines.join()).not.toContain(email);
  });

  test('reports the length of the queue and the age of its oldest mail, also while that mail is postponed', async () => {
    const { metric } = startReplica();
    expect(await metric('mail_queue_length')).toBe('0');
    expect(await metric('mail_queue_oldest_seconds')).toBe('0');
    await enqueue();
    await enqueue();
    await identity.postgres.query(
      "update mails set created_at = now() - interval '1 hour', due_at = now() + interval '5 minutes'",
    );
    expect(await metric('mail_queue_length')).toBe('2');
    expect(Number(await metric('mail_queue_oldest_seconds'))).toBeGreaterThanOrEqual(3_600);
  });
});
