import { randomUUID } from 'node:crypto';
import type { SubscriberAccount } from 'contracts/operations/subscribers';
import { ADMIN_PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';

let identity: Identity;
let authorization: string;
beforeAll(async () => {
  identity = await startIdentity();
  const { body } = await identity.http.post('/api/admin/verify').send({ password: ADMIN_PASSWORD }).expect(200);
  authorization = `Bearer ${body.token as string}`;
});
afterAll(() => identity.stop());

const idOf = async (email: string): Promise<string> => {
  const { rows } = await identity.postgres.query<{ id: string }>('select id from subscribers where email = $1', [
    email,
  ]);
  return rows[0]?.id ?? '';
};
const account = async (id: string): Promise<SubscriberAccount> =>
  (await identity.http.get(`/api/admin/subscribers/${id}`).set({ authorization }).expect(200))
    .body as SubscriberAccount;

test('the account shows the registration, its attribution, and each mail once it was sent', async () => {
  const { email } = await identity.register();
  const id = await idOf(email);
  await identity.consume('subscription.activated', { subscriberId: id, paidUntil: null });
  expect((await account(id)).mails).toMatchObject([{ kind: 'welcome', is_sent: false }]);
  await identity.mails.runDue();
  await identity.http.post('/api/auth/forgot-password').send({ email: email.toUpperCase() }).expect(200);
  await identity.mails.runDue();
  const shown = await account(id);
  expect(shown.mails).toMatchObject([
    { kind: 'reset', label: 'réinitialisation du mot de passe', is_sent: true },
    { kind: 'welcome', label: 'bienvenue', is_sent: true },
  ]);
  expect(shown.attribution).toEqual({ affiliate_slug: null, reason: 'none' });
  expect(Date.now() - Date.parse(shown.registered_at)).toBeLessThan(60_000);
});

test('a mail to an address that is no subscriber’s leaves no row', async () => {
  await identity.http
    .post('/api/auth/forgot-password')
    .send({ email: `${randomUUID()}@example.org` })
    .expect(200);
  const count = async () =>
    (await identity.postgres.query<{ count: number }>('select count(*)::int as count from sent_mails')).rows[0]?.count;
  const before = await count();
  await identity.mails.runDue();
  expect(await count()).toBe(before);
});

test('the account is the administrator’s alone', async () => {
  const { email, token } = await identity.register();
  const path = `/api/admin/subscribers/${await idOf(email)}`;
  await identity.http.get(path).expect(401);
  await identity.http
    .get(path)
    .set({ authorization: `Bearer ${token}` })
    .expect(403);
  await identity.http.get(`/api/admin/subscribers/${randomUUID()}`).set({ authorization }).expect(404);
});
