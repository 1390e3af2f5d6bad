import { startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';
import { readable } from './mail-server.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const request = (token: string) => identity.http.post('/api/auth/reminder').set('authorization', `Bearer ${token}`);
const stateOf = async (token: string): Promise<unknown> =>
  (await identity.http.get('/api/auth/reminder').set('authorization', `Bearer ${token}`).expect(200)).body;
const stop = (token: string) => identity.http.post('/api/auth/reminder/stop').send({ token });
const idOf = async (email: string) =>
  (await identity.postgres.query<{ id: string }>('select id from subscribers where email = $1', [email])).rows[0]?.id ??
  '';
const waiting = async (email: string) =>
  (
    await identity.postgres.query<{ hours: number }>(
      `select round(extract(epoch from due_at - now()) / 3600)::int as hours from mails where kind = 'unpaid-reminder' and subscriber_id = $1`,
      [await idOf(email)],
    )
  ).rows.map(({ hours }) => hours);
const dayPasses = () =>
  identity.postgres.query(`update mails set due_at = now(), created_at = now() where kind = 'unpaid-reminder'`);
const mailsTo = (email: string) => identity.mailServer.messagesTo(email).map(({ source }) => readable(source));

describe('the reminder of a payment that was not made', () => {
  test('is sent once, a day after the consent, with a link that ends it without a login', async () => {
    const { email, token } = await identity.register();
    await identity.mails.runDue();
    expect(mailsTo(email)).toEqual([]);
    expect(await stateOf(token)).toEqual({ state: 'available' });
    await request(token).expect(200);
    expect(await stateOf(token)).toEqual({ state: 'requested' });
    await request(token).expect(200);
    expect(await waiting(email)).toEqual([24]);
    await dayPasses();
    await identity.mails.runDue();
    expect(mailsTo(email)).toHaveLength(1);
    const [mail] = mailsTo(email);
    expect(mail).toContain('Rien n’a été débité');
    const link = /\/\?rappel=([\w-]{43})/.exec(mail ?? '')?.[1] ?? '';
    await request(token).expect(200);
    expect(await waiting(email)).toEqual([]);
    await stop(link).expect(200);
    const { rows } = await identity.postgres.query(
      'select from subscribers where email = $1 and reminder_stopped_at is not null',
      [email],
    );
    expect(rows).toHaveLength(1);
  });

  test('is not sent to who has paid meanwhile', async () => {
    const { email, token } = await identity.register();
    await request(token).expect(200);
    await identity.consume('subscription.activated', { subscriberId: await idOf(email), paidUntil: null });
    expect(await waiting(email)).toEqual([]);
    await request(token).expect(200);
    expect(await waiting(email)).toEqual([]);
  });

  test.each([
    ['is sent', `reminder_requested_at = now() - interval '24 hours'`],
    ['is withdrawn', 'reminder_requested_at = now(), reminder_stopped_at = now()'],
    ['has its payment', 'welcomed_at = now()'],
  ])('cannot be requested again where it %s', async (_case, columns) => {
    const { email, token } = await identity.register();
    await identity.postgres.query(`update subscribers set ${columns} where email = $1`, [email]);
    expect(await stateOf(token)).toEqual({ state: 'unavailable' });
  });

  test('is not what the age of the queue is measured by', async () => {
    const { token } = await identity.register();
    await identity.postgres.query('delete from mails');
    await request(token).expect(200);
    const { rows } = await identity.postgres.query<{ count: number }>(
      'select count(*)::int as count from mails where created_at <= now()',
    );
    expect(rows[0]?.count).toBe(0);
  });

  test('needs a subscriber, and a link that is none changes nothing', async () => {
    await identity.http.post('/api/auth/reminder').expect(401);
    await stop('nonsense').expect(200);
    await stop('').expect(400);
  });
});
