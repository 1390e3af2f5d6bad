import { randomUUID } from 'node:crypto';
import { until } from '../../../packages/service-kit/test/until.ts';
import { PASSWORD, modelFacts, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';
import { headerOf, readable } from './mail-server.ts';

const forgot = (identity: Identity, email: string) =>
  identity.http.post('/api/auth/forgot-password').send({ email }).expect(200);
const activate = async (identity: Identity, email: string, revision = 1) => {
  const { rows } = await identity.postgres.query<{ id: string }>('select id from subscribers where email = $1', [
    email,
  ]);
  return identity.hear('subscription.activated', { subscriberId: rows[0]?.id ?? '', paidUntil: null }, revision);
};

describe('mails of identity', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await startIdentity({ senderDomains: ['verified.example'] });
  });
  afterAll(() => identity.stop());
  const mailedTo = async (email: string) => {
    await forgot(identity, email);
    await identity.mails.sendDue();
    const { source = '', envelopeFrom } = identity.mailServer.messagesTo(email).at(-1) ?? {};
    return { from: headerOf(source, 'From'), replyTo: headerOf(source, 'Reply-To'), envelopeFrom };
  };
  const envelopeFrom = 'bonjour@coulisses.example';

  test('bear the name and the Reply-To of the model, else of its affiliate, else of the site', async () => {
    const affiliate = {
      id: randomUUID(),
      slug: 'aff-one',
      name: 'Studio Nord',
      isActive: true,
      isSuspended: false,
      telegramLink: '',
      emailFromName: 'Studio Nord',
      emailFromEmail: 'bonjour@studio-nord.example',
      adexicoBaseUrl: '',
      adexicoSourceId: 'SN',
    };
    await identity.hear('affiliate.created', affiliate);
    const own = modelFacts({ affiliateId: affiliate.id, emailFromName: 'Nina', emailFromEmail: 'nina@example.org' });
    const inherited = modelFacts({ affiliateId: affiliate.id });
    await identity.hear('model.created', own);
    await identity.hear('model.created', inherited);
    const first = await identity.register({ modelSlug: own.slug });
    const second = await identity.register({ modelSlug: inherited.slug });
    const site = { from: `Coulisses <${envelopeFrom}>`, replyTo: undefined, envelopeFrom };
    expect(await mailedTo(first.email)).toEqual({
      from: `Nina <${envelopeFrom}>`,
      replyTo: 'nina@example.org',
      envelopeFrom,
    });
    expect(await mailedTo(second.email)).toEqual({
      from: `Studio Nord <${envelopeFrom}>`,
      replyTo: 'bonjour@studio-nord.example',
      envelopeFrom,
    });
    expect(await mailedTo((await identity.register()).email)).toEqual(site);
    await identity.hear('affiliate.deleted', { id: affiliate.id, slug: 'aff-one' }, 2);
    await identity.hear('affiliate.updated', affiliate, 1);
    expect(await mailedTo(second.email)).toEqual(site);
  });

  test('come from the address of the model where its domain is verified, in the envelope of the site', async () => {
    const model = modelFacts({ emailFromName: 'Nina', emailFromEmail: 'nina@verified.example' });
    await identity.hear('model.created', model);
    const { email } = await identity.register({ modelSlug: model.slug });
    expect(await mailedTo(email)).toEqual({ from: 'Nina <nina@verified.example>', replyTo: undefined, envelopeFrom });
  });

  test('hold neither a header nor markup from a hostile name', async () => {
    const model = modelFacts({ emailFromName: 'Nina\r\nBcc: spy@example.org' });
    await identity.hear('model.created', model);
    const { email } = await identity.register({ modelSlug: model.slug, firstName: '<b>Eve</b>' });
    await forgot(identity, email);
    await identity.mails.sendDue();
    const { source } = identity.mailServer.messagesTo(email).at(-1) ?? { source: '' };
    expect(headerOf(source, 'Bcc')).toBeUndefined();
    expect(readable(source)).toContain('<p>Bonjour,</p>');
    expect(readable(source)).toContain('http://localhost:8080/reset-password?token=');
  });

  test('welcome a subscriber once, also when the activation is redelivered or repeated', async () => {
    const { email } = await identity.register();
    const event = await activate(identity, email);
    await identity.listeners['subscription.activated']?.(event);
    await activate(identity, email, 3);
    await identity.mails.sendDue();
    const mails = identity.mailServer.messagesTo(email);
    expect(mails).toHaveLength(1);
    expect(headerOf(mails[0]?.source ?? '', 'Subject')).toBe('Bienvenue sur Coulisses');
  });
});

describe('identity beside a mail server that accepts connections and says nothing', () => {
  test('registers, logs in and handles events while every mail slot waits for it', async () => {
    const identity = await startIdentity();
    try {
      identity.mailServer.setMode('silent');
      identity.mails.start();
      const subscribers = await Promise.all(Array.from({ length: 12 }, () => identity.register()));
      await Promise.all(subscribers.map(({ email }) => activate(identity, email)));
      await until('all slots to wait', () => identity.mailServer.openConnections() === 4);

      await Promise.all(
        subscribers.map(({ email }) =>
          identity.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(200),
        ),
      );
      const late = await identity.register();
      await forgot(identity, late.email);
      await activate(identity, late.email);
      // The same four connections: nothing above waited for a time-out of the mail server.
      expect(identity.mailServer.openConnections()).toBe(4);
      const { rows } = await identity.postgres.query('select kind, attempts from mails where attempts > 0');
      expect(rows).toEqual(Array.from({ length: 4 }, () => ({ kind: 'welcome', attempts: 1 })));

      identity.mailServer.setMode('up');
      identity.mailServer.disconnect();
      await identity.postgres.query('update mails set due_at = now() where attempts = 0');
      await until('the mails of a free slot', () => identity.mailServer.messagesTo(late.email).length === 2);
    } finally {
      await identity.mails.stop();
      await identity.stop();
    }
  });
});
