import { cookieHeader } from 'testing/cookies';
import { outboxEventsWith } from 'testing/events';
import { PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';
import { readable } from './mail-server.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const deletion = (token: string, password: unknown) =>
  identity.http.post('/api/auth/delete-account').set('Authorization', `Bearer ${token}`).send({ password });
const data = (token: string) => identity.http.get('/api/account/data/identity').set('Authorization', `Bearer ${token}`);
const idOf = async (email: string): Promise<string> => {
  const { rows } = await identity.postgres.query<{ id: string }>('select id from subscribers where email = $1', [
    email,
  ]);
  return rows[0]?.id as string;
};
const erasures = async (id: string) =>
  (await outboxEventsWith(identity.postgres, 'id', id)).filter(({ name }) => name === 'subscriber.erased');
/** Returns every row of every table, as text. */
const everything = async (): Promise<string> => {
  const { rows: tables } = await identity.postgres.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) => (await identity.postgres.query(`select t::text from ${name} t`)).rows),
  );
  return JSON.stringify(rows);
};

describe('deleting one’s account', () => {
  test('erases the person, ends every session and announces it once', async () => {
    const { email, token, cookies } = await identity.register({ lastName: 'Unique-Nom' });
    const other = await identity.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(200);
    await identity.http.post('/api/auth/forgot-password').send({ email }).expect(200);
    const id = await idOf(email);
    const response = await deletion(token, PASSWORD).expect(200, { ok: true });
    expect(response.get('Set-Cookie')?.join('\n')).toMatch(/subscriber_refresh=;/);
    for (const held of [token, other.body.token as string]) await data(held).expect(401);
    await identity.http.post('/api/auth/refresh').set('Cookie', cookieHeader(cookies)).expect(401);
    await identity.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(401);
    expect((await erasures(id)).map(({ revision }) => revision > 1)).toEqual([true]);
  });

  test('leaves neither name nor address in the database once its mail is sent', async () => {
    const { email, token } = await identity.register({ firstName: 'Philomène', lastName: 'Desbordes' });
    // The relay removes events that the broker has confirmed.
    await identity.postgres.query('delete from outbox');
    await deletion(token, PASSWORD).expect(200);
    await identity.mails.runDue();
    const [mail, ...others] = identity.mailServer.messagesTo(email);
    expect(readable(mail?.source ?? '')).toContain('a été supprimé le');
    expect(others).toEqual([]);
    const stored = await everything();
    for (const trace of [email, 'Philomène', 'Desbordes']) expect(stored).not.toContain(trace);
  });

  test('frees the address for another registration', async () => {
    const { email, token } = await identity.register();
    await deletion(token, PASSWORD).expect(200);
    await identity.register({ email });
  });

  test('needs the password, and is denied after five attempts', async () => {
    const { email, token } = await identity.register();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const denied = await deletion(token, 'not-the-one').expect(401);
      expect(denied.body).toMatchObject({ code: 'WRONG_PASSWORD' });
    }
    await deletion(token, PASSWORD).expect(429);
    expect(await idOf(email)).toBeDefined();
  });

  test('happens once when requested twice at the same time', async () => {
    const { email, token } = await identity.register();
    const id = await idOf(email);
    const statuses = (await Promise.all([deletion(token, PASSWORD), deletion(token, PASSWORD)])).map(
      ({ status }) => status,
    );
    expect(statuses).toContain(200);
    expect(await erasures(id)).toHaveLength(1);
  });
});

describe('the export of identity', () => {
  test('holds what is stored of the subscriber alone', async () => {
    const [own, other] = [
      await identity.register({ trackingParams: { clickId: 'CLICK-7', fbPixelId: 'PIX-7' } }),
      await identity.register(),
    ];
    await identity.http
      .post('/api/auth/change-email')
      .set('Authorization', `Bearer ${own.token}`)
      .send({ newEmail: 'nouvelle@example.org', currentPassword: PASSWORD })
      .expect(200);
    const { body, text } = await data(own.token).expect(200);
    expect(body).toMatchObject({
      pending_email: 'nouvelle@example.org',
      profile: { email: own.email, firstName: 'Claire', lastName: 'Fontaine' },
      tracking: { click_id: 'CLICK-7', affiliate: '', partner_affiliate: '', pixel_id: 'PIX-7' },
      attribution: { affiliateId: null, reason: 'none' },
      sessions: [{ current: true }],
    });
    expect(text).not.toContain(other.email);
    expect(text).not.toMatch(/argon2|hash/i);
  });
});
