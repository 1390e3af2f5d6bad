import type { Event } from 'contracts/events';
import type { TokenRole } from 'contracts/roles';
import { createLogger } from 'service-kit/logger';
import { createRevocations } from 'service-kit/revocations';
import { createSecurityEvents } from 'service-kit/security-events';
import { createSessions, listRevokedSessions } from 'service-kit/sessions';
import type { SessionGrant, Sessions } from 'service-kit/sessions';
import { startKitDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';

const DAY_SECONDS = 24 * 60 * 60;
const lines: Record<string, unknown>[] = [];
let database: Database;
let revocations: ReturnType<typeof createRevocations>;
let sessions: Sessions;
let panelSessions: Sessions;

beforeAll(async () => {
  database = await startKitDatabase();
  const logger = createLogger('kit', 'info', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  revocations = createRevocations({ logger });
  const sessionsOf = (role: TokenRole) =>
    createSessions({ role, postgres: database.postgres, revocations, security: createSecurityEvents({ logger }) });
  [sessions, panelSessions] = [sessionsOf('subscriber'), sessionsOf('administrator')];
});
beforeEach(async () => {
  lines.length = 0;
  await database.postgres.query('delete from outbox');
});
afterAll(() => database.stop());

const open = (
  subjectId: string,
  { device = 'Chrome sur Android', refreshToken = null as string | null } = {},
  of = sessions,
): Promise<SessionGrant & { refreshToken: string }> =>
  database.postgres.transaction((client) => of.open(client, subjectId, { device, refreshToken })) as Promise<
    SessionGrant & { refreshToken: string }
  >;
const isRevoked = (sessionId: string) => revocations.isRevoked(sessionId, Date.now() / 1000);
const renewed = async (token: string): Promise<string> => (await sessions.renew(token))?.refreshToken ?? '';
const pass = (seconds: number, subjectId: string) =>
  database.postgres.query(
    `update sessions set rotated_at = rotated_at - make_interval(secs => $1), created_at = created_at - make_interval(secs => $1), expires_at = expires_at - make_interval(secs => $1), ends_at = ends_at - make_interval(secs => $1)
     where subject_id = $2`,
    [seconds, subjectId],
  );
const events = async (): Promise<Event[]> =>
  (await database.postgres.query<{ event: Event }>('select event from outbox order by sequence')).rows.map(
    ({ event }) => event,
  );
const securityEvents = () => lines.filter(({ msg }) => msg === 'security event').map(({ event }) => event);

describe('a session', () => {
  test('is renewed by a new token; the one before holds for a moment, for a second tab', async () => {
    const first = await open('one');
    const next = await sessions.renew(first.refreshToken);
    expect(next).toEqual({
      session: { ...first.session, secondsLeft: expect.any(Number) },
      refreshToken: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/),
    });
    expect(next?.refreshToken).not.toBe(first.refreshToken);
    expect(await sessions.renew(first.refreshToken)).toMatchObject({
      session: { id: first.session.id },
      refreshToken: null,
    });
  });

  test('gives one of two tabs that renew at once the next token, and ends for neither', async () => {
    const { refreshToken } = await open('two');
    const results = await Promise.all([sessions.renew(refreshToken), sessions.renew(refreshToken)]);
    expect(results.map((result) => result?.session.subjectId)).toEqual(['two', 'two']);
    expect(results.filter((result) => result?.refreshToken)).toHaveLength(1);
  });

  test.each([1, 2, 5])(
    'ends for the thief and the owner when a copy comes back %d renewals later',
    async (renewals) => {
      const subjectId = `stolen-${renewals}`;
      const { session, refreshToken: copy } = await open(subjectId);
      let current = copy;
      for (let count = 0; count < renewals; count += 1) current = await renewed(current);
      await pass(31, subjectId);
      expect(await sessions.renew(copy)).toBeNull();
      expect(await sessions.renew(current)).toBeNull();
      expect(isRevoked(session.id)).toBe(true);
      expect(securityEvents()).toEqual(['login.succeeded', 'session.revoked', 'session.reuse_detected']);
      expect(lines.at(-1)).toMatchObject({ role: 'subscriber', subjectId, sessionId: session.id, level: 40 });
    },
  );

  test('ends at once for a copy that two renewals have replaced, although both are recent', async () => {
    const { refreshToken: copy } = await open('stolen-recently');
    const current = await renewed(await renewed(copy));
    expect(await sessions.renew(copy)).toBeNull();
    expect(await sessions.renew(current)).toBeNull();
  });

  test('is not known under another role, by an unknown family or by what is no token', async () => {
    const { refreshToken } = await open('three');
    expect(await panelSessions.renew(refreshToken)).toBeNull();
    for (const token of [
      'unknown',
      '',
      `${'a'.repeat(22)}.${'b'.repeat(43)}`,
      `${refreshToken}x`,
      refreshToken.replace('.', ''),
    ])
      expect(await sessions.renew(token)).toBeNull();
    expect(await sessions.renew(refreshToken)).not.toBeNull();
  });

  test.each([
    ['subscriber', 30 * DAY_SECONDS, 90 * DAY_SECONDS],
    ['administrator', 30 * 60, 12 * 60 * 60],
    ['affiliate', 30 * 60, 12 * 60 * 60],
  ] as const)(
    'of a %s ends %d s after its last renewal, and %d s after the login however often it is renewed',
    async (role, inactivity, absolute) => {
      const own = createSessions({
        role,
        postgres: database.postgres,
        revocations,
        security: { record: () => undefined },
      });
      const idle = await open(`idle ${role}`, {}, own);
      expect(idle.session.secondsLeft).toBe(inactivity);
      await pass(inactivity + 1, `idle ${role}`);
      expect(await own.renew(idle.refreshToken)).toBeNull();

      const subjectId = `busy ${role}`;
      let { refreshToken } = await open(subjectId, {}, own);
      const step = inactivity - 60;
      for (let passed = step; passed < absolute; passed += step) {
        await pass(step, subjectId);
        const next = await own.renew(refreshToken);
        expect(next?.session.secondsLeft).toBeLessThanOrEqual(Math.min(inactivity, absolute - passed));
        refreshToken = next?.refreshToken ?? '';
      }
      await pass(step, subjectId);
      expect(await own.renew(refreshToken)).toBeNull();
    },
  );

  test('is stored without its token', async () => {
    const { refreshToken } = await open('four');
    const { rows } = await database.postgres.query<{ row: string }>('select sessions::text as row from sessions');
    const table = rows.map(({ row }) => row).join();
    for (const part of refreshToken.split('.')) expect(table).not.toContain(part);
  });
});

describe('opening a session', () => {
  test('ends the one whose cookie it overwrites', async () => {
    const first = await open('five');
    const second = await open('five', { refreshToken: first.refreshToken });
    expect(await sessions.renew(first.refreshToken)).toBeNull();
    expect(isRevoked(first.session.id)).toBe(true);
    expect(await sessions.list('five', second.session.id)).toMatchObject([{ id: second.session.id, current: true }]);
  });

  test('ends the one renewed longest ago beyond fifty', async () => {
    const oldest = await open('many');
    await pass(60, 'many');
    for (let count = 0; count < 50; count += 1) await open('many');
    expect(await sessions.list('many', '')).toHaveLength(50);
    expect(await sessions.renew(oldest.refreshToken)).toBeNull();
    expect(isRevoked(oldest.session.id)).toBe(true);
  });

  test('reports an administrator or affiliate to the audit trail as the actor, and no subscriber', async () => {
    await open('six');
    await open('administrator', { device: 'Firefox sur Windows' }, panelSessions);
    expect(await events()).toMatchObject([
      {
        name: 'panel.entered',
        actor: { role: 'administrator', id: 'administrator' },
        data: { role: 'administrator', subjectId: 'administrator', device: 'Firefox sur Windows' },
      },
    ]);
  });
});

describe('the list of sessions', () => {
  test('holds those of the subject that have not expired, the last used first', async () => {
    const [phone, laptop, expired] = [
      await open('seven', { device: 'Safari sur iPhone' }),
      await open('seven', { device: 'Firefox sur Windows' }),
      await open('seven'),
    ];
    await open('eight');
    await database.postgres.query('update sessions set expires_at = now() where id = $1', [expired.session.id]);
    await sessions.renew(phone.refreshToken);
    expect(await sessions.list('seven', laptop.session.id)).toEqual([
      {
        id: phone.session.id,
        device: 'Safari sur iPhone',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        current: false,
      },
      {
        id: laptop.session.id,
        device: 'Firefox sur Windows',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        current: true,
      },
    ]);
  });
});

describe('ending sessions', () => {
  test('ends one of the subject, and none of another person', async () => {
    const [own, other] = [await open('nine'), await open('ten')];
    const end = (sessionId: string) =>
      database.postgres.transaction((client) => sessions.end(client, 'nine', sessionId));
    expect(await end(other.session.id)).toBeNull();
    expect(await end(own.session.id)).toMatchObject({ id: own.session.id });
    expect(await end(own.session.id)).toBeNull();
    expect(await sessions.renew(other.refreshToken)).not.toBeNull();
  });

  test('ends all of the subject except the given one', async () => {
    const [stored, phone, laptop] = [await open('eleven'), await open('eleven'), await open('eleven')];
    await database.postgres.transaction((client) => sessions.endAll(client, 'eleven', { except: stored.session.id }));
    expect(await sessions.renew(stored.refreshToken)).not.toBeNull();
    for (const { refreshToken } of [phone, laptop]) expect(await sessions.renew(refreshToken)).toBeNull();
    await database.postgres.transaction((client) => sessions.endAll(client, 'eleven'));
    expect(await sessions.list('eleven', '')).toEqual([]);
  });

  test('ends by a refresh token the session that it belongs to, also by a token that was replaced', async () => {
    const [first, second] = [await open('twelve'), await open('twelve')];
    const current = await renewed(first.refreshToken);
    await database.postgres.transaction((client) => sessions.endByToken(client, first.refreshToken));
    expect(await sessions.renew(current)).toBeNull();
    expect(await sessions.renew(second.refreshToken)).not.toBeNull();
    expect(await database.postgres.transaction((client) => sessions.endByToken(client, 'unknown'))).toBeNull();
  });

  test('publishes one event, keeps the revocation until the last token has expired, and applies it in this process', async () => {
    const [first, second] = [await open('thirteen'), await open('thirteen')];
    const ids = [first.session.id, second.session.id];
    await database.postgres.transaction((client) => sessions.endAll(client, 'thirteen'));
    const [event] = await events();
    expect(event).toMatchObject({
      name: 'sessions.revoked',
      data: { role: 'subscriber', subjectId: 'thirteen', sessionIds: expect.arrayContaining(ids) },
    });
    const { expiresAt } = event?.data as { expiresAt: string };
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(11.9 * 60 * 60_000);
    expect((await listRevokedSessions(database.postgres)).filter(({ id }) => ids.includes(id))).toEqual(
      ids.map(() => ({ id: expect.any(String), expiresAt: Date.parse(expiresAt) })),
    );
    expect(ids.every(isRevoked)).toBe(true);
  });

  test('changes nothing anywhere when its transaction is rolled back', async () => {
    const { session, refreshToken } = await open('fourteen');
    const failing = database.postgres.transaction(async (client) => {
      await sessions.endAll(client, 'fourteen');
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await events()).toEqual([]);
    expect(isRevoked(session.id)).toBe(false);
    expect(await sessions.renew(refreshToken)).not.toBeNull();
  });
});
