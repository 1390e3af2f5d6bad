import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { NextFunction, Request, Response } from 'express';
import { createLogger } from 'service-kit/logger';
import { createSignatureCheck } from '../src/postbacks/webhook-signatures.ts';
import { atThePartner, newTransaction, NEXT_WEBHOOK_SECRET, WEBHOOK_SECRET, useBilling } from './harness.ts';
import type { Harness } from './harness.ts';

const SECONDS = 1_000;
const billing = useBilling();
afterEach(() => billing.shiftClock(0));

describe('createSignatureCheck', () => {
  /** Test vector of the reference libraries (github.com/standard-webhooks/standard-webhooks). */
  const VECTOR = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const BODY = '{"test": 2432232314}';

  const passes = async (fields: Record<string, string>, body = BODY, nowSeconds = 1_614_265_330) => {
    const check = createSignatureCheck({
      secrets: { one: [NEXT_WEBHOOK_SECRET, WEBHOOK_SECRET] },
      postgres: { query: (async () => ({ rows: [{ now: new Date(nowSeconds * SECONDS) }] })) as never },
      timeSql: () => 'now()',
      logger: createLogger('billing', 'silent'),
    });
    const request = {
      params: { partner: 'one' },
      get: (name: string) => fields[name],
      body: Buffer.from(body),
    } as unknown as Request;
    let isAdmitted = false;
    try {
      await check(request, {} as Response, (() => void (isAdmitted = true)) as NextFunction);
    } catch (error) {
      expect(error).toMatchObject({ code: 'WEBHOOK_REFUSED' });
    }
    return isAdmitted && (request.body as unknown);
  };

  test('admits the published vector and parses its body', async () => {
    expect(await passes(VECTOR)).toEqual({ test: 2_432_232_314 });
  });

  test('admits it among signatures of other secrets and versions', async () => {
    const others = `v1a,${'A'.repeat(88)} v1,${'A'.repeat(43)}=`;
    expect(await passes({ ...VECTOR, 'webhook-signature': `${others} ${VECTOR['webhook-signature']}` })).toBeTruthy();
  });

  test.each<[string, Record<string, string>]>([
    ['another body', { body: '{"test": 2432232315}' }],
    ['the same JSON in other bytes', { body: '{"test":2432232314}' }],
    ['another identifier', { 'webhook-id': 'msg_other' }],
    ['an identifier with a dot', { 'webhook-id': 'msg.1' }],
    ['no identifier', { 'webhook-id': '' }],
    ['another timestamp', { 'webhook-timestamp': '1614265331' }],
    ['a timestamp that is none', { 'webhook-timestamp': '1614265330x' }],
    ['a timestamp with a leading zero', { 'webhook-timestamp': '01614265330' }],
    ['no signature', { 'webhook-signature': '' }],
    ['the signature without its version', { 'webhook-signature': VECTOR['webhook-signature'].slice(3) }],
    ['the signature under another version', { 'webhook-signature': VECTOR['webhook-signature'].replace('v1', 'v2') }],
    ['the signature behind five others', { 'webhook-signature': `${'v1,x '.repeat(5)}${VECTOR['webhook-signature']}` }],
  ])('rejects %s', async (_name, { body, ...fields }) => {
    expect(await passes({ ...VECTOR, ...fields }, body)).toBe(false);
  });

  test.each<[number, boolean]>([
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ])('tolerates 300 seconds: %i', async (difference, isAdmitted) => {
    expect((await passes(VECTOR, BODY, 1_614_265_330 + difference)) !== false).toBe(isAdmitted);
  });
});

describe('a signed postback', () => {
  test('activates a month like the keyed GET', async () => {
    const { id, sub4, checkPayment } = await atThePartner(billing);
    const response = await billing.webhook({ transaction_id: newTransaction(), sub4, amount: '2.00' }).expect(200);
    expect(response.body).toEqual({ ok: true, verdict: 'recorded' });
    expect(await checkPayment()).toBe(true);
    expect(await billing.ledger(id)).toEqual([200]);
  });

  test('is accepted with either secret of its partner while one replaces the other', async () => {
    for (const secret of [WEBHOOK_SECRET, NEXT_WEBHOOK_SECRET])
      await billing.webhook({ transaction_id: newTransaction() }, { secret }).expect(200);
  });

  test.each<[string, Parameters<Harness['webhook']>[1]]>([
    ['another secret', { secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }],
    ['a secret of another partner', { partner: 'second' }],
    ['an unknown partner', { partner: 'unknown' }],
    ['a name of every object', { partner: '__proto__' }],
    ['a forged signature', { signature: `v1,${Buffer.alloc(32).toString('base64')}` }],
  ])('rejects %s and stores nothing', async (_name, options) => {
    const { sub4, checkPayment } = await atThePartner(billing);
    const transaction_id = newTransaction();
    const { body } = await billing.webhook({ transaction_id, sub4 }, options).expect(401);
    expect(body).toMatchObject({ code: 'WEBHOOK_REFUSED', error: expect.any(String) });
    expect(await billing.verdicts(transaction_id)).toEqual([]);
    expect(await checkPayment()).toBe(false);
  });

  test('is judged by the database’s clock', async () => {
    const at = new Date();
    billing.shiftClock(290 * SECONDS);
    await billing.webhook({ transaction_id: newTransaction() }, { at }).expect(200);
    for (const shift of [310, -310]) {
      billing.shiftClock(shift * SECONDS);
      await billing.webhook({ transaction_id: newTransaction() }, { at }).expect(401);
    }
    expect(billing.lines.join('')).toContain('"reason":"timestamp"');
  });

  test('counts once, by its transaction and by its identifier', async () => {
    const { id: subscriberId, sub4 } = await atThePartner(billing);
    const [transaction_id, id] = [newTransaction(), `msg_${randomUUID()}`];
    await billing.webhook({ transaction_id, sub4 }, { id }).expect(200);
    const again = [
      await billing.webhook({ transaction_id, sub4 }, { id }),
      await billing.webhook({ transaction_id, sub4 }),
      await billing.webhook({ transaction_id: newTransaction(), sub4 }, { id }),
      await billing.postback({ transaction_id, sub4 }),
    ];
    expect(again.map(({ body }) => body as unknown)).toEqual(again.map(() => ({ ok: true, verdict: 'duplicate' })));
    expect(await billing.ledger(subscriberId)).toEqual([200]);
  });

  test('is recorded once when it is replayed 100 times at once', async () => {
    const { id: subscriberId, sub4 } = await atThePartner(billing);
    const [transaction_id, id] = [newTransaction(), `msg_${randomUUID()}`];
    /** Repeats what a slow machine cannot take at once, as partners do. */
    const deliver = async () => {
      for (;;) {
        const response = await billing.webhook({ transaction_id, sub4 }, { id });
        if (response.status !== 503) return response;
      }
    };
    const responses = await Promise.all(Array.from({ length: 100 }, deliver));
    expect(responses.map(({ body }) => (body as { verdict: string }).verdict).sort()).toEqual([
      ...Array.from({ length: 99 }, () => 'duplicate'),
      'recorded',
    ]);
    expect(await billing.ledger(subscriberId)).toEqual([200]);
  });

  test('counts once when its identifier comes with two transactions at once', async () => {
    const { id: subscriberId, sub4 } = await atThePartner(billing);
    const id = `msg_${randomUUID()}`;
    await Promise.all(
      Array.from({ length: 10 }, () => billing.webhook({ transaction_id: newTransaction(), sub4 }, { id }).expect(200)),
    );
    expect(await billing.ledger(subscriberId)).toEqual([200]);
  });

  test.each<[string, Record<string, unknown> | string, number, string]>([
    ['text that is not JSON', '{', 400, 'INVALID_JSON'],
    ['a list', '[]', 400, 'VALIDATION_FAILED'],
    ['no transaction', {}, 400, 'VALIDATION_FAILED'],
    ['an unknown event', { transaction_id: 'x', event: 'gift' }, 400, 'VALIDATION_FAILED'],
    ['an amount as a number', { transaction_id: 'x', amount: 2 }, 400, 'VALIDATION_FAILED'],
    ['a NUL', { transaction_id: 'x\u0000' }, 400, 'VALIDATION_FAILED'],
    ['a body beyond 64 kB', { transaction_id: 'x', sub1: 'x'.repeat(70_000) }, 413, 'BODY_TOO_LARGE'],
  ])('rejects %s, well signed', async (_name, body, status, code) => {
    expect((await billing.webhook(body).expect(status)).body).toMatchObject({ code });
  });

  test('rejects bytes that are no text, and another type of content', async () => {
    const fields = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1614265330', 'webhook-signature': 'v1,x' };
    await billing.request
      .post('/api/postbacks/sandbox')
      .set({ ...fields, 'content-type': 'application/json' })
      .serialize((bytes: unknown) => bytes as string)
      .send(Buffer.from([0xff, 0xfe]) as never)
      .expect(401);
    await billing.request.post('/api/postbacks/sandbox').set(fields).type('text/plain').send('{}').expect(415);
  });

  test('leaves no secret and no signature in the log', () => {
    const logs = billing.lines.join('');
    expect(logs).toContain('webhook rejected');
    for (const secret of [WEBHOOK_SECRET.slice(6), NEXT_WEBHOOK_SECRET.slice(6), 'v1,'])
      expect(logs).not.toContain(secret);
  });
});
