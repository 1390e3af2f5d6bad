import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import { ConfigError, readConfig } from 'service-kit/config';
import { createLogger } from 'service-kit/logger';
import { Webhook } from 'standardwebhooks';
import request from 'supertest';
import { startHttpServer } from 'testing/http-server';
import { createPartner } from '../src/partner/app.ts';
import { partnerConfig } from '../src/partner/config.ts';
import { createPayments } from '../src/partner/payments.ts';
import { createPostbacks } from '../src/partner/postbacks.ts';
import { createMeta } from '../src/partner/meta.ts';
import { createTelegram } from '../src/partner/telegram.ts';
import { createTransactions } from '../src/partner/transactions.ts';
import { waitUntil } from '../src/wait-until.ts';

const PUBLIC_URL = 'http://site.test';
const KEY = 'the-key-that-the-site-gave-us';
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
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

/** Starts a receiver of postbacks in place of the site: records them, and responds as the test sets. */
const createReceiver = async () => {
  const published: Record<string, string>[] = [];
  let status = 200;
  const { url, close } = await startHttpServer((incoming, response) => {
    const received = async () => {
      if (incoming.method === 'POST') {
        const { headers } = incoming;
        const verified = new Webhook(WEBHOOK_SECRET).verify(await text(incoming), headers as Record<string, string>);
        published.push(verified as Record<string, string>);
      } else published.push(Object.fromEntries(new URL(incoming.url ?? '', 'http://site').searchParams));
      response.writeHead(status).end();
    };
    void received();
  });
  return {
    published,
    url: `${url}/api/postbacks/sandbox`,
    response: (next: number) => void (status = next),
    close,
  };
};

const createHarness = async () => {
  const receiver = await createReceiver();
  const lines: string[] = [];
  const logger = createLogger('partner-test', 'debug', { write: (line: string) => void lines.push(line) });
  const postbacks = createPostbacks({
    url: receiver.url,
    key: KEY,
    webhookSecret: WEBHOOK_SECRET,
    logger,
    delays: [10, 10, 10, 10],
  });
  const transactions = createTransactions();
  const http = request(
    createPartner({
      payments: createPayments({ postbacks, transactions, logger }),
      transactions,
      logger,
      key: KEY,
      publicUrl: PUBLIC_URL,
      telegram: createTelegram('http://partner.test'),
      meta: createMeta(),
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
    postbackCount: (times: number) =>
      waitUntil(
        `${times} postback(s)`,
        async () => {
          if (receiver.published.length < times) throw new Error(`notified ${receiver.published.length} times`);
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
  test('shows the payer every parameter with its value', async () => {
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

  test('shows a hostile parameter as text', async () => {
    const { text } = await partner.http
      .get('/')
      .query({ sub1: '"><script>alert(1)</script>', sub2: ['a', 'b'], other: '<b>' })
      .expect(200);
    expect(text).not.toContain('<script>');
    expect(text).toContain('&quot;&gt;&lt;script&gt;');
    expect(text).not.toContain('<b>');
  });

  test('sends a postback with key and macros when the payer accepts, and redirects the payer to the site', async () => {
    const result = await partner.http
      .post('/pay')
      .type('form')
      .send({ ...REDIRECT, action: 'accept', location: 'http://evil.test', PUBLIC_URL: 'http://evil.test' })
      .expect(303);
    expect(result.headers.location).toBe(`${PUBLIC_URL}/payment-status`);
    expect(partner.receiver.published).toEqual([
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

  test('sends no postback when the payer declines, and links back to the site', async () => {
    const { text } = await partner.http
      .post('/pay')
      .type('form')
      .send({ ...REDIRECT, action: 'decline' })
      .expect(200);
    expect(text).toContain('Paiement refusé');
    expect(text).toContain(`href="${PUBLIC_URL}/payment-status?paiement=refuse"`);
    expect(partner.receiver.published).toEqual([]);
    expect((await partner.http.get('/api/transactions').expect(200)).body).toEqual([]);
  });

  test('redirects the payer before a late postback', async () => {
    const { body } = await partner.press('late', { seconds: '0.3' }).expect(200);
    expect(partner.receiver.published).toEqual([]);
    await partner.postbackCount(1);
    expect(partner.receiver.published[0]).toMatchObject({ transaction_id: body.transaction_id, event: 'first' });
  });

  test('sends two equal postbacks for a duplicate', async () => {
    await partner.press('duplicate').expect(200);
    await partner.postbackCount(2);
    expect(partner.receiver.published[0]).toEqual(partner.receiver.published[1]);
  });

  test('names both transactions in one signed postback of a refund', async () => {
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
    expect(partner.receiver.published[1]).toEqual({
      transaction_id: expect.stringMatching(/^SB-/),
      event: 'refund',
      original_transaction_id: body.transaction_id,
      sub4: 'reference-1',
      amount: '2.00',
      currency: 'EUR',
    });
    expect(partner.receiver.published[1]?.transaction_id).not.toBe(body.transaction_id);
    await refund().expect(409);
    expect(partner.receiver.published).toHaveLength(2);
    expect((await partner.http.get('/api/transactions').expect(200)).body).toEqual([
      expect.objectContaining({ id: body.transaction_id, reference: 'reference-1', refundedAt: expect.any(String) }),
    ]);
    expect((await partner.http.get('/transactions').expect(200)).text).toContain('Remboursée');
  });

  test('ends the contract of a payment and confirms it in one postback', async () => {
    const { body } = await partner.press('accept').expect(200);
    const cancel = () =>
      partner.http
        .post('/cancel')
        .type('form')
        .send({ transaction_id: body.transaction_id as string });
    await cancel().expect(303).expect('location', '/transactions');
    expect(partner.receiver.published[1]).toEqual({
      key: KEY,
      transaction_id: expect.stringMatching(/^SB-/),
      event: 'cancellation',
      original_transaction_id: body.transaction_id,
      sub4: 'reference-1',
    });
    await cancel().expect(409);
    expect(partner.receiver.published).toHaveLength(2);
    const page = await partner.http.get('/transactions').expect(200);
    expect(page.text).toContain('Résiliée');
    expect(page.text).not.toContain('action="/cancel"');
  });

  test('carries out what the site orders, with its key alone, and once', async () => {
    const { body } = await partner.press('accept').expect(200);
    const order = (action: string, key: string, transaction_id = body.transaction_id as string) =>
      partner.http.post(`/api/${action}`).set('authorization', `Bearer ${key}`).send({ transaction_id });
    await order('cancel', 'another-key').expect(401);
    expect(partner.receiver.published).toHaveLength(1);
    await order('cancel', KEY).set('accept', 'application/json').expect(200);
    await order('refund', KEY).set('accept', 'application/json').expect(200);
    expect(partner.receiver.published.map(({ event }) => event)).toEqual(['first', 'cancellation', 'refund']);
    await order('cancel', KEY).set('accept', 'application/json').expect(409);
    await order('refund', KEY, 'unknown').set('accept', 'application/json').expect(404);
  });

  test.each(['SB-of-an-earlier-run', 'sbx_of-the-demo'])(
    'carries out an order for %s, whose amount it does not know, once',
    async (transaction_id) => {
      const order = (action: string) =>
        partner.http
          .post(`/api/${action}`)
          .set({ authorization: `Bearer ${KEY}`, accept: 'application/json' })
          .send({ transaction_id });
      await partner.http.post('/refund').send({ transaction_id }).expect(404);
      await order('refund').expect(200);
      await order('cancel').expect(200);
      expect(partner.receiver.published).toEqual([
        {
          transaction_id: expect.stringMatching(/^SB-/),
          event: 'refund',
          original_transaction_id: transaction_id,
        },
        {
          key: KEY,
          transaction_id: expect.stringMatching(/^SB-/),
          event: 'cancellation',
          original_transaction_id: transaction_id,
        },
      ]);
      await order('refund').expect(409);
      expect((await partner.http.get('/transactions').expect(200)).text).toContain('<td>inconnu</td>');
    },
  );

  test('retries a postback until the site is available and acknowledges it', async () => {
    partner.receiver.response(503);
    const paying = partner.press('accept').then((result) => result);
    await partner.postbackCount(3);
    partner.receiver.response(200);
    expect((await paying).status).toBe(200);
    const { length } = partner.receiver.published;
    expect(new Set(partner.receiver.published.map(({ transaction_id }) => transaction_id)).size).toBe(1);
    await partner.press('accept').expect(200);
    expect(partner.receiver.published).toHaveLength(length + 1);
  });

  test('does not retry a rejected key, and logs no key', async () => {
    partner.receiver.response(401);
    await partner.press('accept').expect(200);
    expect(partner.receiver.published).toHaveLength(1);
    expect(partner.lines.join('')).toContain('postback not accepted by the site');
    for (const secret of [KEY, 'lea@example.org']) expect(partner.lines.join('')).not.toContain(secret);
  });

  test.each<[string, Record<string, string>, number]>([
    ['/pay', {}, 400],
    ['/pay', { action: 'steal' }, 400],
    ['/pay', { action: 'late', seconds: '100000' }, 400],
    ['/pay', { action: 'accept', sub1: 'x'.repeat(20_000) }, 413],
    ['/refund', {}, 404],
    ['/refund', { transaction_id: 'unknown' }, 404],
    ['/cancel', {}, 404],
    ['/cancel', { transaction_id: 'unknown' }, 404],
  ])('rejects a wrong request to %s', async (path, form, status) => {
    await partner.http.post(path).type('form').send(form).expect(status);
    expect(partner.receiver.published).toEqual([]);
  });

  test('does not start in production, or without NODE_ENV', () => {
    const environment = {
      PORT: '0',
      POSTBACK_URL: 'http://site.test/api/postbacks/sandbox',
      POSTBACK_KEY: KEY,
      WEBHOOK_SECRET,
      PUBLIC_URL,
    };
    expect(() => readConfig(partnerConfig, environment)).toThrow(ConfigError);
    expect(() => readConfig(partnerConfig, { ...environment, NODE_ENV: 'production' })).toThrow(/sandbox partner/);
    expect(readConfig(partnerConfig, { ...environment, NODE_ENV: 'development' }).PUBLIC_URL).toBe(PUBLIC_URL);
  });
});

describe('the double of the Bot API', () => {
  test('lets one person in by an invite, names them in an update, and none after its end', async () => {
    const { router, members } = createTelegram('http://partner.test');
    const telegram = request(express().use(router));
    const call = async (method: string, body: object) =>
      (await telegram.post(`/telegram/bot1:token/${method}`).send(body)).body as { ok: boolean; result: never };
    const { invite_link: link } = (await call('createChatInviteLink', { chat_id: '-5', member_limit: 1 })).result as {
      invite_link: string;
    };
    const path = new URL(link).pathname;
    await telegram.get(path).expect(200);
    await telegram.post(path).expect(200);
    await telegram.post(path).expect(410);
    const [memberId] = members;
    const updates = (await call('getUpdates', { offset: 1 })).result as { update_id: number }[];
    expect(updates).toEqual([
      {
        update_id: expect.any(Number) as unknown,
        chat_member: {
          chat: { id: -5 },
          new_chat_member: { status: 'member', user: { id: memberId } },
          invite_link: { invite_link: link },
        },
      },
    ]);
    expect((await call('getUpdates', { offset: (updates[0]?.update_id ?? 0) + 1 })).result).toEqual([]);
    expect(await call('banChatMember', { chat_id: '-5', user_id: memberId })).toEqual({ ok: true, result: true });
    expect(members.size).toBe(0);
    const other = (await call('createChatInviteLink', { chat_id: '-5', member_limit: 1 })).result as {
      invite_link: string;
    };
    await call('revokeChatInviteLink', { chat_id: '-5', invite_link: other.invite_link });
    await telegram.post(new URL(other.invite_link).pathname).expect(410);
    expect((await call('unknown', {})).ok).toBe(false);
  });
});

describe('the double of the Conversions API', () => {
  const event = (changed: object = {}) => ({
    event_name: 'CompleteRegistration',
    event_time: Math.floor(Date.now() / 1_000),
    event_id: 'e-1',
    action_source: 'website',
    event_source_url: 'http://site.test',
    user_data: { em: ['a'.repeat(64)], external_id: ['b'.repeat(64)], client_user_agent: 'Firefox' },
    ...changed,
  });
  const start = () => {
    const { router } = createMeta();
    const api = request(express().use(router));
    return { api, send: (body: object) => api.post('/meta/42/events').send(body) };
  };

  test('lists every event that it received, with its pixel', async () => {
    const { api, send } = start();
    const response = await send({ data: [event()], access_token: 't' }).expect(200);
    expect(response.body).toMatchObject({ events_received: 1 });
    await send({ data: [event()], access_token: 't' }).expect(200);
    expect((await api.get('/api/conversions').expect(200)).body).toMatchObject([
      { pixel: '42', event_id: 'e-1' },
      { pixel: '42', event_id: 'e-1' },
    ]);
  });

  test.each([
    ['without a token', { data: [event()] }],
    ['older than seven days', { data: [event({ event_time: 1_700_000_000 })], access_token: 't' }],
    ['without a page', { data: [event({ event_source_url: undefined })], access_token: 't' }],
    [
      'with an address that is not hashed',
      { data: [event({ user_data: { ...event().user_data, em: ['lea@example.org'] } })], access_token: 't' },
    ],
  ])('rejects an event %s', async (_what, body) => {
    const { api, send } = start();
    await send(body).expect(400);
    expect((await api.get('/api/conversions')).body).toEqual([]);
  });
});
