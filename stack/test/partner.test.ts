import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ConfigError, readConfig } from 'service-kit/config';
import { createLogger } from 'service-kit/logger';
import request from 'supertest';
import { createPartner } from '../src/partner/app.ts';
import { partnerConfig } from '../src/partner/config.ts';
import { createPayments } from '../src/partner/payments.ts';
import { createPostbacks } from '../src/partner/postbacks.ts';
import { createTransactions } from '../src/partner/transactions.ts';
import { waitUntil } from '../src/wait-until.ts';

const PUBLIC_URL = 'http://site.test';
const KEY = 'the-key-that-the-site-gave-us';
const REDIRECT = {
  source_id: 'BA',
  sub1: 'CLICK1',
  sub2: 'aff-one',
  sub3: 'lea@example.org',
  sub4: 'reference-1',
  sub5: 'PIX1',
  sub6: 'lea@example.org',
  sub8: 'Léa',
  sub9: 'Martin',
};

/** The site's side of the postbacks: keeps what it was told, answers what the test wants. */
const createReceiver = async () => {
  const told: Record<string, string>[] = [];
  let status = 200;
  const server = createServer((incoming, response) => {
    told.push(Object.fromEntries(new URL(incoming.url ?? '', 'http://site').searchParams));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    told,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/postbacks/sandbox`,
    answer: (next: number) => void (status = next),
    close: () => new Promise((resolve) => void server.close(resolve)),
  };
};

const createHarness = async () => {
  const receiver = await createReceiver();
  const lines: string[] = [];
  const logger = createLogger('partner-test', 'debug', { write: (line: string) => void lines.push(line) });
  const postbacks = createPostbacks({ url: receiver.url, key: KEY, logger, delays: [10, 10, 10, 10] });
  const transactions = createTransactions();
  const http = request(
    createPartner({
      payments: createPayments({ postbacks, transactions, logger }),
      transactions,
      logger,
      publicUrl: PUBLIC_URL,
    }),
  );
  const press = (action: string, more: Record<string, string> = {}) =>
    http
      .post('/pay')
      .type('form')
      .set('accept', 'application/json')
      .send({ ...REDIRECT, action, ...more });
  return {
    receiver,
    lines,
    http,
    press,
    toldTimes: (times: number) =>
      waitUntil(
        `${times} postback(s)`,
        async () => {
          if (receiver.told.length < times) throw new Error(`told ${receiver.told.length} times`);
        },
        { deadlineMs: 10_000, everyMs: 20 },
      ),
    close: async () => {
      await postbacks.stop();
      await receiver.close();
    },
  };
};

let partner: Awaited<ReturnType<typeof createHarness>>;
beforeEach(async () => {
  partner = await createHarness();
});
afterEach(() => partner.close());

describe('the sandbox partner', () => {
  test('When the payer arrives, then every parameter is shown with its value', async () => {
    const { text, headers } = await partner.http.get('/').query(REDIRECT).expect(200);
    expect(text).toContain('Partenaire de paiement (bac à sable)');
    for (const [name, value] of Object.entries(REDIRECT)) {
      expect(text).toContain(`<th scope="row"><code>${name}</code></th>`);
      expect(text).toContain(`<strong>${value}</strong>`);
    }
    for (const label of ['Accepter', 'Refuser', 'Accepter en retard', 'Envoyer deux fois'])
      expect(text).toContain(`>${label}</button>`);
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'self'; form-action 'self' ${PUBLIC_URL}; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect((await partner.http.get('/style.css').expect(200)).headers['content-type']).toContain('text/css');
  });

  test('When a parameter is hostile, then it is shown as text', async () => {
    const { text } = await partner.http
      .get('/')
      .query({ sub1: '"><script>alert(1)</script>', sub2: ['a', 'b'], other: '<b>' })
      .expect(200);
    expect(text).not.toContain('<script>');
    expect(text).toContain('&quot;&gt;&lt;script&gt;');
    expect(text).not.toContain('<b>');
  });

  test('When the payer accepts, then the site is told with key and macros, and the payer goes back to it', async () => {
    const answer = await partner.http
      .post('/pay')
      .type('form')
      .send({ ...REDIRECT, action: 'accept', location: 'http://evil.test', PUBLIC_URL: 'http://evil.test' })
      .expect(303);
    expect(answer.headers.location).toBe(`${PUBLIC_URL}/payment-status`);
    expect(partner.receiver.told).toEqual([
      {
        key: KEY,
        transaction_id: expect.stringMatching(/^SB-/),
        event: 'first',
        sub4: 'reference-1',
        amount: '2.00',
        currency: 'EUR',
      },
    ]);
  });

  test('When the payer declines, then nobody is told and a page leads back', async () => {
    const { text } = await partner.http
      .post('/pay')
      .type('form')
      .send({ ...REDIRECT, action: 'decline' })
      .expect(200);
    expect(text).toContain('Paiement refusé');
    expect(text).toContain(`href="${PUBLIC_URL}/payment-status?paiement=refuse"`);
    expect(partner.receiver.told).toEqual([]);
    expect((await partner.http.get('/api/transactions').expect(200)).body).toEqual([]);
  });

  test('When the payment is late, then the payer is back before the site is told', async () => {
    const { body } = await partner.press('late', { seconds: '0.3' }).expect(200);
    expect(partner.receiver.told).toEqual([]);
    await partner.toldTimes(1);
    expect(partner.receiver.told[0]).toMatchObject({ transaction_id: body.transaction_id, event: 'first' });
  });

  test('When it is sent twice, then both say the same', async () => {
    await partner.press('duplicate').expect(200);
    await partner.toldTimes(2);
    expect(partner.receiver.told[0]).toEqual(partner.receiver.told[1]);
  });

  test('When a payment is refunded, then the site is told of both transactions, once', async () => {
    const { body } = await partner.press('accept').expect(200);
    const page = await partner.http.get('/').query(REDIRECT).expect(200);
    expect(page.text).toContain(
      `name="transaction_id" value="${body.transaction_id}"><button class="quiet" name="action" value="refund">`,
    );
    const refund = () =>
      partner.http
        .post('/refund')
        .type('form')
        .send({ transaction_id: body.transaction_id as string });
    await refund().expect(303).expect('location', '/transactions');
    expect(partner.receiver.told[1]).toEqual({
      key: KEY,
      transaction_id: expect.stringMatching(/^SB-/),
      event: 'refund',
      original_transaction_id: body.transaction_id,
      sub4: 'reference-1',
      amount: '2.00',
      currency: 'EUR',
    });
    expect(partner.receiver.told[1]?.transaction_id).not.toBe(body.transaction_id);
    await refund().expect(409);
    expect(partner.receiver.told).toHaveLength(2);
    expect((await partner.http.get('/api/transactions').expect(200)).body).toEqual([
      expect.objectContaining({ id: body.transaction_id, reference: 'reference-1', refundedAt: expect.any(String) }),
    ]);
    expect((await partner.http.get('/transactions').expect(200)).text).toContain('Remboursée');
  });

  test('When the site is away for a while, then it is told again until it has heard', async () => {
    partner.receiver.answer(503);
    const paying = partner.press('accept').then((answer) => answer);
    await partner.toldTimes(3);
    partner.receiver.answer(200);
    expect((await paying).status).toBe(200);
    const { length } = partner.receiver.told;
    expect(new Set(partner.receiver.told.map(({ transaction_id }) => transaction_id)).size).toBe(1);
    await partner.press('accept').expect(200);
    expect(partner.receiver.told).toHaveLength(length + 1);
  });

  test('When the site refuses the key, then it is not asked again and the key is in no log', async () => {
    partner.receiver.answer(401);
    await partner.press('accept').expect(200);
    expect(partner.receiver.told).toHaveLength(1);
    expect(partner.lines.join('')).toContain('the site did not take a postback');
    for (const secret of [KEY, 'lea@example.org']) expect(partner.lines.join('')).not.toContain(secret);
  });

  test.each<[string, Record<string, string>, number]>([
    ['/pay', {}, 400],
    ['/pay', { action: 'steal' }, 400],
    ['/pay', { action: 'late', seconds: '100000' }, 400],
    ['/pay', { action: 'accept', sub1: 'x'.repeat(20_000) }, 413],
    ['/refund', {}, 404],
    ['/refund', { transaction_id: 'unknown' }, 404],
  ])('When %s is sent something wrong, then it is refused', async (path, form, status) => {
    await partner.http.post(path).type('form').send(form).expect(status);
    expect(partner.receiver.told).toEqual([]);
  });

  test('When it is production, or says nothing of it, then it refuses to start', () => {
    const environment = {
      PORT: '0',
      POSTBACK_URL: 'http://site.test/api/postbacks/sandbox',
      POSTBACK_KEY: KEY,
      PUBLIC_URL,
    };
    expect(() => readConfig(partnerConfig, environment)).toThrow(ConfigError);
    expect(() => readConfig(partnerConfig, { ...environment, NODE_ENV: 'production' })).toThrow(/sandbox partner/);
    expect(readConfig(partnerConfig, { ...environment, NODE_ENV: 'development' }).PUBLIC_URL).toBe(PUBLIC_URL);
  });
});
