import { randomUUID } from 'node:crypto';
import type { EventData } from 'contracts/events';
import { eventually } from 'testing/eventually';
import { affiliateFacts, modelFacts } from 'testing/events';
import { PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';
import { headerOf, readable } from './mail-server.ts';

const forgot = (identity: Identity, email: string) =>
  identity.http.post('/api/auth/forgot-password').send({ email }).expect(200);
const activate = async (identity: Identity, email: string, revision = 1) => {
  const { rows } = await identity.postgres.query<{ id: string }>('select id from subscribers where email = $1', [
    email,
  ]);
  return identity.consume('subscription.activated', { subscriberId: rows[0]?.id ?? '', paidUntil: null }, revision);
};

const REQUEST: EventData<'contract.requested'> = {
  id: randomUUID(),
  reference: 'RES-2026-11-22-7F3K9QXA',
  kind: 'cancellation',
  outcome: 'accepted',
  subscriberId: null,
  email: null,
  receivedAt: '2026-11-22T14:04:00.000Z',
  contractEnd: null,
  effectiveAt: null,
};

const PAYMENT: EventData<'payment.recorded'> = {
  id: randomUUID(),
  subscriberId: '',
  amountCents: 200,
  currency: 'EUR',
  kind: 'first',
  affiliateId: null,
  modelSlug: 'nina',
  receipt: { number: 'R-2026-11-21-7F3K9QXA', paidAt: '2026-11-21T09:00:00.000Z', nextCharge: null },
};

describe('mails of identity', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await startIdentity({ senderDomains: ['verified.example'] });
  });
  afterAll(() => identity.stop());
  const idOf = async (email: string): Promise<string> => {
    const { rows } = await identity.postgres.query<{ id: string }>('select id from subscribers where email = $1', [
      email,
    ]);
    return rows[0]?.id ?? '';
  };
  /** Returns the titles of the mails to an address. */
  const titlesTo = (email: string) =>
    identity.mailServer.messagesTo(email).map(({ source }) => /<h1[^>]*>([^<]+)</.exec(readable(source))?.[1]);
  const mailedTo = async (email: string) => {
    await forgot(identity, email);
    await identity.mails.runDue();
    const { source = '', envelopeFrom } = identity.mailServer.messagesTo(email).at(-1) ?? {};
    return { from: headerOf(source, 'From'), replyTo: headerOf(source, 'Reply-To'), envelopeFrom };
  };
  const envelopeFrom = 'bonjour@coulisses.example';

  test('bear the name and the Reply-To of the model, else of its affiliate, else of the site', async () => {
    const affiliate = affiliateFacts({
      emailFromName: 'Studio Nord',
      emailFromEmail: 'bonjour@studio-nord.example',
    });
    await identity.consume('affiliate.created', affiliate);
    const own = modelFacts({ affiliateId: affiliate.id, emailFromName: 'Nina', emailFromEmail: 'nina@example.org' });
    const inherited = modelFacts({ affiliateId: affiliate.id });
    await identity.consume('model.created', own);
    await identity.consume('model.created', inherited);
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
    await identity.consume('affiliate.deleted', { id: affiliate.id, slug: 'aff-one' }, 2);
    await identity.consume('affiliate.updated', affiliate, 1);
    expect(await mailedTo(second.email)).toEqual(site);
  });

  test('come from the address of the model where its domain is verified, in the envelope of the site', async () => {
    const model = modelFacts({ emailFromName: 'Nina', emailFromEmail: 'nina@verified.example' });
    await identity.consume('model.created', model);
    const { email } = await identity.register({ modelSlug: model.slug });
    expect(await mailedTo(email)).toEqual({ from: 'Nina <nina@verified.example>', replyTo: undefined, envelopeFrom });
  });

  test('hold neither a header nor markup from a hostile name', async () => {
    const model = modelFacts({ emailFromName: 'Nina\r\nBcc: spy@example.org' });
    await identity.consume('model.created', model);
    const { email } = await identity.register({ modelSlug: model.slug, firstName: '<b>Eve</b>' });
    await forgot(identity, email);
    await identity.mails.runDue();
    const { source } = identity.mailServer.messagesTo(email).at(-1) ?? { source: '' };
    expect(headerOf(source, 'Bcc')).toBeUndefined();
    expect(readable(source)).toMatch(/<p [^>]*>Bonjour,<\/p>/);
    expect(readable(source)).not.toContain('Eve');
    expect(readable(source)).toContain('http://localhost:8080/reset-password?token=');
  });

  test('welcome a subscriber once, also when the activation is redelivered or repeated', async () => {
    const { email } = await identity.register();
    const event = await activate(identity, email);
    await identity.listeners['subscription.activated'](event);
    await activate(identity, email, 3);
    await identity.mails.runDue();
    const mails = identity.mailServer.messagesTo(email);
    expect(mails).toHaveLength(1);
    expect(headerOf(mails[0]?.source ?? '', 'Subject')).toBe('Bienvenue sur Coulisses');
  });

  test('welcome a subscriber with the model of the registration as it is now, and without one that visitors do not see', async () => {
    const model = modelFacts({ name: 'Inès' });
    await identity.consume('model.created', model);
    const welcomed = async () => {
      const { email } = await identity.register({ modelSlug: model.slug });
      return {
        email,
        mail: async () => {
          await activate(identity, email);
          await identity.mails.runDue();
          return readable(identity.mailServer.messagesTo(email).at(-1)?.source ?? '');
        },
      };
    };
    const [named, hidden] = [await welcomed(), await welcomed()];
    const mail = await named.mail();
    expect(mail).toContain('Voir les coulisses d’Inès');
    expect(mail).toContain(`http://localhost:8080/${model.slug}`);
    await identity.consume('model.updated', { ...model, isHidden: true }, 2);
    expect(await hidden.mail()).not.toContain('Inès');
  });

  test('confirm the end of a contract once, and again when that end moves', async () => {
    const { email } = await identity.register();
    const { rows } = await identity.postgres.query<{ id: string }>('select id from subscribers where email = $1', [
      email,
    ]);
    const cancel = (paidUntil: string, revision: number) =>
      identity.consume('subscription.cancelled', { subscriberId: rows[0]?.id ?? '', paidUntil }, revision);
    await cancel('2026-12-20T09:00:00.000Z', 2);
    await cancel('2026-12-20T09:00:00.000Z', 3);
    await identity.mails.runDue();
    expect(identity.mailServer.messagesTo(email)).toHaveLength(1);
    expect(readable(identity.mailServer.messagesTo(email)[0]?.source ?? '')).toContain('20 décembre 2026 à 10h00');
    await cancel('2027-01-20T09:00:00.000Z', 4);
    await identity.mails.runDue();
    expect(identity.mailServer.messagesTo(email)).toHaveLength(2);
  });

  test('confirm a request about a contract once, and its end in the same mail', async () => {
    const { email } = await identity.register();
    const { rows } = await identity.postgres.query<{ id: string }>('select id from subscribers where email = $1', [
      email,
    ]);
    const subscriberId = rows[0]?.id ?? '';
    const contractEnd = '2026-12-20T09:00:00.000Z';
    const cancelled = { subscriberId, paidUntil: contractEnd, requestId: REQUEST.id };
    await identity.consume('subscription.cancelled', cancelled, 2);
    await identity.consume('contract.requested', { ...REQUEST, subscriberId, contractEnd });
    // A republished event does not name its request.
    await identity.consume('subscription.cancelled', { subscriberId, paidUntil: contractEnd }, 3);
    await identity.mails.runDue();
    const sent = identity.mailServer.messagesTo(email);
    expect(sent).toHaveLength(1);
    expect(readable(sent[0]?.source ?? '')).toContain('RES-2026-11-22-7F3K9QXA');
  });

  test('send the receipt of each payment once, also when its event is published again', async () => {
    const { email } = await identity.register();
    const payment = { ...PAYMENT, id: randomUUID(), subscriberId: await idOf(email) };
    const event = await identity.consume('payment.recorded', payment);
    await identity.listeners['payment.recorded'](event);
    await identity.consume('payment.recorded', payment, 2);
    await identity.mails.runDue();
    expect(titlesTo(email)).toEqual(['Votre reçu']);
    await identity.consume('payment.recorded', { ...payment, id: randomUUID(), kind: 'renewal' }, 3);
    await identity.mails.runDue();
    expect(titlesTo(email)).toHaveLength(2);
  });

  test('send no receipt of a refund, of a payment that is published again, and to a subscriber who is not there', async () => {
    const { email } = await identity.register();
    const { receipt: _receipt, ...republished } = PAYMENT;
    const subscriberId = await idOf(email);
    await identity.consume('payment.recorded', { ...republished, subscriberId });
    await identity.consume('payment.recorded', { ...republished, subscriberId, kind: 'refund', amountCents: -200 });
    await identity.consume('payment.recorded', { ...PAYMENT, subscriberId: randomUUID() });
    await identity.mails.runDue();
    expect(titlesTo(email)).toEqual([]);
  });

  test.each([
    ['renewal.upcoming', 'Prochain prélèvement le 20 décembre 2026'],
    ['renewal.failed', 'Votre prélèvement n’est pas arrivé'],
  ] as const)('report a %s once for each charge', async (name, title) => {
    const { email } = await identity.register();
    const subscriberId = await idOf(email);
    const report = (chargeAt: string, revision: number) =>
      identity.consume(
        name,
        { subscriberId, chargeAt, accessUntil: '2026-12-23T09:00:00.000Z', amountCents: 500, currency: 'EUR' },
        revision,
      );
    await report('2026-12-20T09:00:00.000Z', 1);
    await report('2026-12-20T09:00:00.000Z', 2);
    await identity.mails.runDue();
    expect(titlesTo(email)).toEqual([title]);
    await report('2027-01-20T09:00:00.000Z', 3);
    await identity.mails.runDue();
    expect(titlesTo(email)).toHaveLength(2);
  });

  test('report a request about a contract to an address that no subscriber has, and to none of an erased one', async () => {
    const email = `${randomUUID()}@example.org`;
    await identity.consume('contract.requested', { ...REQUEST, outcome: 'unknown-email', email });
    await identity.consume('contract.requested', { ...REQUEST, subscriberId: randomUUID() });
    await identity.mails.runDue();
    const sent = identity.mailServer.messagesTo(email);
    expect(sent).toHaveLength(1);
    expect(readable(sent[0]?.source ?? '')).toContain('Aucun abonnement');
  });
});

describe('identity beside a mail server that accepts connections and sends nothing', () => {
  test('registers, logs in and handles events while every mail slot waits for it', async () => {
    const identity = await startIdentity();
    try {
      identity.mailServer.setMode('silent');
      identity.mails.start();
      const subscribers = await Promise.all(Array.from({ length: 12 }, () => identity.register()));
      await Promise.all(subscribers.map(({ email }) => activate(identity, email)));
      await eventually(() => identity.mailServer.openConnections() === 4, 'all slots to wait');

      await Promise.all(
        subscribers.map(({ email }) =>
          identity.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(200),
        ),
      );
      const late = await identity.register();
      await forgot(identity, late.email);
      await activate(identity, late.email);
      // The same four connections: no mail above has met a timeout of the mail server.
      expect(identity.mailServer.openConnections()).toBe(4);
      const { rows } = await identity.postgres.query('select kind, attempts from mails where attempts > 0');
      expect(rows).toEqual(Array.from({ length: 4 }, () => ({ kind: 'welcome', attempts: 1 })));

      identity.mailServer.setMode('up');
      identity.mailServer.disconnect();
      await identity.postgres.query('update mails set due_at = now() where attempts = 0');
      await eventually(() => identity.mailServer.messagesTo(late.email).length === 2, 'the mails of a free slot');
    } finally {
      await identity.mails.stop();
      await identity.stop();
    }
  });
});
