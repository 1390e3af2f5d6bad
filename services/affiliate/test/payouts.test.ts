import { randomUUID } from 'node:crypto';
import type { AuditPage } from 'contracts/audit';
import { PAYOUTS_PAGE_SIZE } from 'contracts/commissions';
import type {
  AffiliateBalance,
  AffiliateEarnings,
  AffiliateTerms,
  CommissionTerms,
  Money,
  PayoutBatch,
  PayoutStatement,
} from 'contracts/commissions';
import { addDays, parisDay } from 'contracts/days';
import type { EventData } from 'contracts/events';
import { cursorOfNext } from 'contracts/list-page';
import { statementTable } from 'contracts/statement-table';
import { createEvent } from 'service-kit/outbox';
import { modelFacts } from 'testing/events';
import { SITE_TERMS, startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(async () => {
  const violations = await app.commissionCheck.check();
  await app.stop();
  expect(violations).toEqual([]);
});
/** A batch includes all due commissions of every affiliate: each test starts without any. */
beforeEach(async () => {
  for (const { id } of (await batches()).filter(({ state }) => state === 'open')) await close(id, 'cancelled');
  const totals = await payable();
  if (totals.length > 0) await close((await createBatch(totals).expect(201)).body.id, 'paid', { reference: 'reste' });
});

type Payment = EventData<'payment.recorded'>;
const DAY_MS = 86_400_000;
const LONG_AGO = Date.now() - 60 * DAY_MS;

const pays = async (affiliateId: string, facts: Partial<Payment> = {}, at = LONG_AGO): Promise<Payment> => {
  const data: Payment = {
    id: randomUUID(),
    subscriberId: randomUUID(),
    amountCents: 1_000,
    currency: 'EUR',
    kind: 'first',
    affiliateId,
    modelSlug: 'nina',
    ...facts,
  };
  await app.deliver({ ...createEvent('payment.recorded', data, 1), occurredAt: new Date(at).toISOString() });
  return data;
};
const refund = ({ id, ...payment }: Payment, cents: number, at = Date.now()) =>
  pays(
    payment.affiliateId ?? '',
    { ...payment, id: randomUUID(), kind: 'refund', amountCents: -cents, refundedId: id },
    at,
  );
const call = (method: 'get' | 'put' | 'post', path: string, bearer = app.administrator) =>
  app.http[method](`/api/payouts/${path}`).set('Authorization', bearer);
const due = async () => (await call('get', 'due').expect(200)).body as AffiliateBalance[];
const batches = async () => (await call('get', 'batches').expect(200)).body as PayoutBatch[];
/** Returns the totals as the screen computes them. */
const payable = async (): Promise<Money[]> => {
  const groups = Map.groupBy(
    (await due()).filter(({ payable_cents }) => payable_cents > 0),
    ({ currency }) => currency,
  );
  return [...groups].map(([currency, rows]) => ({
    currency,
    cents: rows.reduce((sum, { payable_cents }) => sum + payable_cents, 0),
  }));
};
const createBatch = (totals: Money[]) => call('post', 'batches').send({ totals });
const close = (id: string, how: 'paid' | 'cancelled', body?: object) => call('put', `batches/${id}/${how}`).send(body);
const readEarnings = (slug: string, bearer: string, before?: string) =>
  app.http
    .get(`/api/affiliates/${slug}/earnings`)
    .query(before === undefined ? {} : { before })
    .set('Authorization', bearer);
const earningsOf = async (slug: string, bearer: string, before?: string) =>
  (await readEarnings(slug, bearer, before).expect(200)).body as AffiliateEarnings;
const balanceOf = async (id: string) => (await due()).find(({ affiliate }) => affiliate.id === id);

describe('terms', () => {
  const agreed: CommissionTerms = { ...SITE_TERMS, first: { kind: 'fixed', cents: 150 }, holding_days: 0 };
  const set = (id: string, body: object) => call('put', `terms/${id}`).send(body);

  test('are the site’s until the administrator sets others, now or from a later day', async () => {
    const { id, slug, name } = await app.create();
    const seen = async () =>
      ((await call('get', 'terms').expect(200)).body as AffiliateTerms[]).find(({ affiliate }) => affiliate.id === id);
    expect(await seen()).toEqual({
      affiliate: { id, slug, name },
      terms: SITE_TERMS,
      effective_from: null,
      next: null,
    });
    const set1 = (await set(id, agreed).expect(200)).body as AffiliateTerms;
    expect(set1).toMatchObject({ terms: agreed, next: null });
    const later = addDays(parisDay(Date.now()), 10);
    await set(id, { ...SITE_TERMS, effective_day: later }).expect(200);
    expect(await seen()).toMatchObject({ terms: agreed, next: { terms: SITE_TERMS } });
    expect(parisDay((await seen())?.next?.effective_from ?? '')).toBe(later);
  });

  test('stores terms that are set twice once', async () => {
    const { id } = await app.create();
    for (let time = 0; time < 2; time += 1) await set(id, agreed).expect(200);
    expect((await app.postgres.query('select from commission_terms where affiliate_id = $1', [id])).rowCount).toBe(1);
  });

  test('are rejected where they are no terms, for a day that is over and for an unknown affiliate', async () => {
    const { id } = await app.create();
    for (const wrong of [
      { ...agreed, first: { kind: 'percent', basis_points: 10_001 } },
      { ...agreed, first: { kind: 'percent', basis_points: 12.5 } },
      { ...agreed, renewal: { kind: 'fixed', cents: -1 } },
      { ...agreed, holding_days: 366 },
      { ...agreed, effective_day: addDays(parisDay(Date.now()), -2) },
    ])
      expect((await set(id, wrong).expect(400)).body.code).toBe('VALIDATION_FAILED');
    await set(randomUUID(), agreed).expect(404);
  });

  test('need a recent login, like every payout', async () => {
    const { id } = await app.create();
    for (const [method, path] of [
      ['put', `terms/${id}`],
      ['post', 'batches'],
      ['put', `batches/${id}/paid`],
      ['put', `batches/${id}/cancelled`],
    ] as const)
      expect((await call(method, path, app.oldAdministrator).send({}).expect(403)).body.code).toBe(
        'REAUTHENTICATION_REQUIRED',
      );
  });
});

describe('a batch', () => {
  test('takes what is due of everybody, and becomes paid with a reference', async () => {
    const [one, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    await pays(one.id);
    await pays(one.id, { kind: 'renewal' });
    await pays(one.id, {}, Date.now());
    await pays(other.id, { currency: 'USD' });
    expect(await balanceOf(one.id)).toMatchObject({ held_cents: 300, due_cents: 425, payable_cents: 425 });
    expect(await payable()).toHaveLength(2);
    const batch = (await createBatch(await payable()).expect(201)).body as PayoutBatch;
    expect(batch).toMatchObject({
      state: 'open',
      totals: [
        { currency: 'EUR', cents: 425 },
        { currency: 'USD', cents: 300 },
      ],
    });
    expect(batch.statements).toHaveLength(2);
    expect(await balanceOf(one.id)).toMatchObject({ due_cents: 425, in_batch_cents: 425, payable_cents: 0 });
    expect((await earningsOf(one.slug, one.bearer)).statements).toEqual([]);

    await close(batch.id, 'paid', { reference: 'VIR\u202e11-6202' }).expect(400);
    const paid = (await close(batch.id, 'paid', { reference: ' VIR-2026-11 ' }).expect(200)).body as PayoutBatch;
    expect(paid).toMatchObject({ id: batch.id, state: 'paid', reference: 'VIR-2026-11' });
    expect(await balanceOf(one.id)).toMatchObject({
      held_cents: 300,
      due_cents: 0,
      paid_cents: 425,
      in_batch_cents: 0,
    });
    const earnings = await earningsOf(one.slug, one.bearer);
    expect(earnings.balances).toEqual([{ currency: 'EUR', held_cents: 300, due_cents: 0, paid_cents: 425 }]);
    expect(earnings.statements).toMatchObject([{ currency: 'EUR', cents: 425, reference: 'VIR-2026-11' }]);
    const statement = (await call('get', `statements/${earnings.statements[0]?.id}`, one.bearer).expect(200))
      .body as PayoutStatement;
    expect(statement).toMatchObject({ state: 'paid', amount_cents: 425, affiliate: { slug: one.slug } });
    expect(statement.lines).toMatchObject([
      { kind: 'commission', cause: 'first', model: 'nina', base_cents: 1_000, amount_cents: 300 },
      { kind: 'commission', cause: 'renewal', base_cents: 1_000, amount_cents: 125 },
    ]);
    for (const how of ['paid', 'cancelled'] as const)
      expect((await close(batch.id, how, { reference: 'x' }).expect(409)).body.code).toBe('PAYOUT_BATCH_CLOSED');
  });

  test('names each model by its name and by the slug of the payment, renamed and deleted ones too', async () => {
    const { bearer, id, slug } = await app.createAndLogIn();
    const [former, current, deleted] = Array.from({ length: 3 }, () => `m-${randomUUID().slice(0, 8)}`);
    const renamed = modelFacts({ affiliateId: id, name: 'Nina', slug: current, previousSlugs: [former ?? ''] });
    const removed = modelFacts({ affiliateId: id, name: 'Élise', slug: deleted });
    for (const facts of [renamed, removed]) await app.consume('model.created', facts);
    await app.consume('model.deleted', { id: removed.id, slug: removed.slug, assets: [] }, 2);
    for (const modelSlug of [former, current, deleted, 'unknown', '']) await pays(id, { modelSlug });
    const { body: batch } = await createBatch(await payable()).expect(201);
    await close((batch as PayoutBatch).id, 'paid', { reference: 'VIR-N' }).expect(200);
    const { statements } = await earningsOf(slug, bearer);
    const path = `statements/${statements[0]?.id}`;
    const { body } = await call('get', path, bearer).expect(200);
    const models = statementTable(body as PayoutStatement).rows.map(({ model }) => model);
    expect(models).toEqual([`Nina (@${former})`, `Nina (@${current})`, `Élise (@${deleted})`, 'unknown', '']);
    const { text: csv } = await call('get', `${path}?format=csv`, bearer).expect(200);
    for (const model of models) expect(csv).toContain(model);
  });

  test('has its creation, payment and cancellation in the administrator’s trail', async () => {
    const { slug, bearer, id } = await app.createAndLogIn();
    await pays(id);
    const cancelled = await createBatch(await payable()).expect(201);
    await close(cancelled.body.id, 'cancelled').expect(200);
    const { body } = await createBatch(await payable()).expect(201);
    await close(body.id, 'paid', { reference: 'VIR-9' }).expect(200);
    const trailOf = async (path: string, authorization: string) =>
      (await app.http.get(`/api/affiliates/${path}?kind=payout`).set('Authorization', authorization).expect(200))
        .body as AuditPage;
    const { entries } = await trailOf('audit', app.administrator);
    const total = { field: 'payout_total', after: '3,00\u00a0€' };
    const [first, second] = [cancelled.body, body].map(({ number }: PayoutBatch) => `Lot n°\u00a0${number}`);
    expect(entries.slice(0, 4).map(({ action, subject: { name }, changes }) => [action, name, changes])).toEqual([
      ['payout.paid', second, [total, { field: 'payout_reference', after: 'VIR-9' }]],
      ['payout.created', second, [total]],
      ['payout.cancelled', first, [total]],
      ['payout.created', first, [total]],
    ]);
    expect((await trailOf(`${slug}/audit`, bearer)).entries).toEqual([]);
  });

  test('is created once by two clicks, and by a retry with the same key', async () => {
    const { id } = await app.create();
    await pays(id);
    const totals = await payable();
    const responses = await Promise.all([1, 2, 3].map(() => createBatch(totals)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    await close(responses.find(({ status }) => status === 201)?.body.id, 'cancelled').expect(200);

    const key = randomUUID();
    const first = await createBatch(totals).set('Idempotency-Key', key).expect(201);
    const retry = await createBatch(totals).set('Idempotency-Key', key).expect(201);
    expect(retry.body).toEqual(first.body);
    expect((await createBatch(totals).expect(409)).body.code).toBe('PAYOUT_BATCH_OPEN');
  });

  test('is rejected where the screen showed other totals, and where nothing is due', async () => {
    expect((await createBatch([]).expect(409)).body.code).toBe('PAYOUT_NOTHING_DUE');
    const { id } = await app.create();
    await pays(id);
    const shown = await payable();
    await pays(id);
    expect((await createBatch(shown).expect(409)).body.code).toBe('PAYOUT_CHANGED');
    expect((await batches()).filter(({ state }) => state === 'open')).toEqual([]);
  });

  test('releases the entries of a cancelled batch, which the next one takes', async () => {
    const { id } = await app.create();
    await pays(id);
    const first = (await createBatch(await payable()).expect(201)).body as PayoutBatch;
    expect((await close(first.id, 'cancelled').expect(200)).body).toMatchObject({
      state: 'cancelled',
      reference: null,
    });
    expect(await payable()).toEqual(first.totals);
    const second = (await createBatch(await payable()).expect(201)).body as PayoutBatch;
    expect(second.totals).toEqual(first.totals);
    expect(second.number).toBeGreaterThan(first.number);
  });

  test('leaves out what is below the minimum and what is negative, and carries it to the next', async () => {
    const affiliate = await app.create();
    const payment = await pays(affiliate.id);
    await close((await createBatch(await payable()).expect(201)).body.id, 'paid', { reference: '1' }).expect(200);
    await refund(payment, 1_000);
    expect(await balanceOf(affiliate.id)).toMatchObject({ due_cents: -300, paid_cents: 300, payable_cents: 0 });
    await createBatch([]).expect(409);
    await pays(affiliate.id, { amountCents: 1_200 });
    expect(await balanceOf(affiliate.id)).toMatchObject({ due_cents: 60, minimum_cents: 100, payable_cents: 0 });
    await pays(affiliate.id);
    expect(await payable()).toEqual([{ currency: 'EUR', cents: 360 }]);
    const batch = (await createBatch(await payable()).expect(201)).body as PayoutBatch;
    const { body } = await call('get', `statements/${batch.statements[0]?.id}`).expect(200);
    expect((body as PayoutStatement).lines.map(({ amount_cents }) => amount_cents).sort((a, b) => a - b)).toEqual([
      -300, 300, 360,
    ]);
  });

  test('keeps its affiliate from being deleted while it is owed anything, and pays what a deleted one earns late', async () => {
    const { id, name } = await app.create();
    const remove = () => app.http.delete(`/api/affiliates/id/${id}`).set('Authorization', app.administrator);
    await pays(id, {}, Date.now());
    await pays(id, { currency: 'USD' });
    const inBatch = await pays(id);
    const open = (await createBatch(await payable()).expect(201)).body as PayoutBatch;
    // Reverses as much as is held, so that only the open batch is owed.
    await refund(inBatch, 1_000);
    expect((await remove().expect(409)).body).toMatchObject({
      code: 'AFFILIATE_OWED',
      error: expect.stringContaining('versez-les d’abord'),
    });
    await close(open.id, 'paid', { reference: '1' }).expect(200);
    await remove().expect(200);
    await pays(id);
    await pays(id);
    expect(name).not.toBe('Affilié supprimé');
    const batch = (await createBatch(await payable()).expect(201)).body as PayoutBatch;
    expect(batch.statements).toMatchObject([{ affiliate: { id, slug: '', name: 'Affilié supprimé' }, cents: 300 }]);
  });
});

describe('a statement', () => {
  test('is the same as JSON, CSV and PDF, for the affiliate and the administrator', async () => {
    const affiliate = await app.createAndLogIn();
    await refund(await pays(affiliate.id, { amountCents: 1_234 }), 234, LONG_AGO + DAY_MS);
    const batch = (await createBatch(await payable()).expect(201)).body as PayoutBatch;
    await close(batch.id, 'paid', { reference: 'VIR' }).expect(200);
    const path = `statements/${batch.statements[0]?.id}`;
    for (const bearer of [affiliate.bearer, app.administrator]) {
      expect((await call('get', path, bearer).expect(200)).body).toMatchObject({ amount_cents: 300 });
      const csv = await call('get', `${path}?format=csv`, bearer)
        .expect(200)
        .expect('content-type', 'text/csv; charset=utf-8')
        .expect('content-disposition', `attachment; filename="releve-${batch.number}-${affiliate.slug}-eur.csv"`);
      expect(csv.text.split('\r\n').slice(-4)).toEqual([
        'Commissions;;;;;3,70',
        'Reprises;;;;;-0,70',
        'Total;;;;;3,00',
        '',
      ]);
      const pdf = await call('get', `${path}?format=pdf`, bearer)
        .expect(200)
        .expect('content-type', 'application/pdf')
        .expect('content-disposition', `attachment; filename="releve-${batch.number}-${affiliate.slug}-eur.pdf"`);
      expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    }
  });
});

describe('the lists', () => {
  test('pages batches and an affiliate’s statements, the newest first, each of them once', async () => {
    const [affiliate, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    const paid: PayoutBatch[] = [];
    for (let count = 0; count <= PAYOUTS_PAGE_SIZE; count += 1) {
      await pays(affiliate.id);
      // Two statements in one batch, which span two pages.
      if (count < 6) await pays(affiliate.id, { currency: 'USD' });
      const batch = (await createBatch(await payable()).expect(201)).body as PayoutBatch;
      await close(batch.id, 'paid', { reference: `VIR-${count}` }).expect(200);
      paid.unshift(batch);
    }
    const pageOfBatches = async (cursor: string | null) => {
      const { body, headers } = await call('get', `batches${cursor === null ? '' : `?cursor=${cursor}`}`).expect(200);
      return {
        numbers: (body as PayoutBatch[]).map(({ number }) => number),
        total: Number(headers['x-total-count']),
        next: cursorOfNext(headers.link ?? null),
      };
    };
    const first = await pageOfBatches(null);
    expect(first.numbers).toEqual(paid.slice(0, PAYOUTS_PAGE_SIZE).map(({ number }) => number));
    const numbers = [...first.numbers];
    for (let { next } = first; next !== null;) {
      const page = await pageOfBatches(next);
      expect(page.total).toBe(first.total);
      numbers.push(...page.numbers);
      next = page.next;
    }
    expect(numbers).toHaveLength(first.total);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, another) => another - one));
    for (const cursor of ['0', 'x', '', '2147483648', '1.5'])
      expect((await call('get', `batches?cursor=${cursor}`).expect(400)).body.code).toBe('VALIDATION_FAILED');

    const newest = await earningsOf(affiliate.slug, affiliate.bearer);
    const older = await earningsOf(affiliate.slug, affiliate.bearer, newest.next ?? '');
    expect(older.balances).toEqual(newest.balances);
    expect(older.next).toBeNull();
    expect(newest.statements).toHaveLength(PAYOUTS_PAGE_SIZE);
    expect(
      [...newest.statements, ...older.statements].map(({ batch_number, currency }) => [batch_number, currency]),
    ).toEqual(paid.flatMap(({ number, totals }) => totals.map(({ currency }) => [number, currency])));
    for (const [slug, bearer] of [
      [other.slug, other.bearer],
      [other.slug, app.administrator],
    ] as const)
      expect((await readEarnings(slug, bearer, newest.next ?? '').expect(400)).body.code).toBe('VALIDATION_FAILED');

    await pays(affiliate.id);
    const open = (await createBatch(await payable()).expect(201)).body as PayoutBatch;
    await readEarnings(affiliate.slug, affiliate.bearer, open.statements[0]?.id).expect(400);
  });
});

describe('access to earnings and statements', () => {
  test('an affiliate sees its own earnings and paid statements; another’s do not exist', async () => {
    const [one, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    await pays(one.id);
    const batch = (await createBatch(await payable()).expect(201)).body as PayoutBatch;
    const id = batch.statements[0]?.id ?? '';
    expect((await call('get', `statements/${id}`, one.bearer).expect(404)).body.code).toBe('STATEMENT_NOT_FOUND');
    await close(batch.id, 'paid', { reference: '1' }).expect(200);
    await call('get', `statements/${id}`, one.bearer).expect(200);
    for (const format of ['json', 'csv', 'pdf'])
      expect((await call('get', `statements/${id}?format=${format}`, other.bearer).expect(404)).body.code).toBe(
        'STATEMENT_NOT_FOUND',
      );
    await call('get', `statements/${randomUUID()}`).expect(404);
    expect((await earningsOf(other.slug, other.bearer)).statements).toEqual([]);
    await app.http.get(`/api/affiliates/${one.slug}/earnings`).set('Authorization', other.bearer).expect(403);
    await app.http.get(`/api/affiliates/${one.slug}/earnings`).set('Authorization', app.administrator).expect(200);
  });

  test('affiliates and subscribers reach no terms, sums and batches', async () => {
    const affiliate = await app.createAndLogIn();
    for (const bearer of [affiliate.bearer, app.subscriber])
      for (const [method, path] of [
        ['get', 'terms'],
        ['put', `terms/${affiliate.id}`],
        ['get', 'due'],
        ['get', 'batches'],
        ['post', 'batches'],
        ['put', `batches/${affiliate.id}/paid`],
        ['put', `batches/${affiliate.id}/cancelled`],
      ] as const)
        await call(method, path, bearer).send({}).expect(403);
    await call('get', `statements/${randomUUID()}`, app.subscriber).expect(403);
    await app.http.get('/api/payouts/due').expect(401);
  });
});
