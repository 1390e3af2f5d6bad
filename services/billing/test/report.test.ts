import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ReportComparison } from 'contracts/operations/postback-report';
import { readReport } from '../src/postbacks/report-lines.ts';
import { atThePartner, newTransaction, useBilling } from './harness.ts';

describe('readReport', () => {
  const line = { line: 2, transactionId: 'T1', event: 'first', amountCents: 200 };

  test.each([
    ['commas', 'transaction_id,event,amount,currency\nT1,first,2.00,eur\n'],
    ['a kind in capitals', 'transaction_id,event,amount,currency\nT1,FIRST,2.00,EUR\n'],
    ['semicolons and a decimal comma', 'transaction_id;event;amount;currency\nT1;first;2,00;EUR\n'],
    ['tabs and Windows’ line ends', 'transaction_id\tevent\tamount\tcurrency\r\nT1\tfirst\t2\tEUR\r\n'],
    [
      'a byte order mark, capitals and spaces',
      '\ufeffTransaction_ID, EVENT ,Amount,Currency\n T1 , first , 2.00 ,EUR\n',
    ],
    ['quotes and further columns', 'name,"transaction_id",amount,event\n"Léa, ""Anaïs""","T1","2.00",first\n'],
    ['a quote within a field', 'transaction_id,amount,event,name\nT1,2.00,first,Le "Studio"\n'],
    [
      'semicolons in a header with commas',
      'transaction_id;event;amount;"name, town, country, agent"\nT1;first;2,00;x\n',
    ],
  ])('reads %s', async (_name, csv) => {
    const currency = /eur/i.test(csv) ? 'EUR' : null;
    expect(await readReport(csv)).toEqual({ lines: [{ ...line, currency }], unreadable: [] });
  });

  test.each([
    ['\r\n', '\n'],
    ['\n', '\r\n'],
    ['\r', '\r'],
  ])('reads lines that end in %j and then in %j', async (first, others) => {
    const csv = `transaction_id;amount${first}T1;2,00${others}T2;5,00${others}T3;wrong${others}`;
    const { lines, unreadable } = await readReport(csv);
    expect(lines).toMatchObject([
      { line: 2, transactionId: 'T1', amountCents: 200 },
      { line: 3, transactionId: 'T2', amountCents: 500 },
    ]);
    expect(unreadable).toMatchObject([{ line: 4 }]);
  });

  test('reads line ends and characters of two units wherever a step ends', async () => {
    for (const before of [65_520, 65_519, 65_518]) {
      const header = 'transaction_id,amount,note\r\n';
      const filler = Array.from({ length: 40 }, (_, n) => `F${n},1,${'x'.repeat(1_590)}\r\n`).join('');
      const rest = before - header.length - filler.length - 'T,1,'.length;
      const csv = `${header}${filler}T,1,${'x'.repeat(rest)}\r\n${'\ud83c\udfad'.repeat(15)},2.00,\r\nT2,=1,\r\n`;
      const { lines, unreadable } = await readReport(csv);
      expect(lines.at(-1)).toMatchObject({ line: 43, transactionId: '\ud83c\udfad'.repeat(15), amountCents: 200 });
      expect(unreadable).toMatchObject([{ line: 44 }]);
    }
  });

  test('reads a file that begins with empty lines', async () => {
    const { lines } = await readReport('\ufeff\r\n\r\ntransaction_id;amount\r\nT1;2,00\r\n');
    expect(lines).toMatchObject([{ line: 4, transactionId: 'T1', amountCents: 200 }]);
  });

  test('takes amounts without their sign, a partial refund as a refund, and leaves out what moves no money', async () => {
    const { lines } = await readReport(
      'transaction_id,event,amount\nT1,partial_refund,-0.50\nT2,,5\nT3,decline,2.00\nT4,cancellation,\n',
    );
    expect(lines).toMatchObject([
      { transactionId: 'T1', event: 'refund', amountCents: 50 },
      { transactionId: 'T2', event: null, amountCents: 500 },
    ]);
  });

  test('lists lines that it cannot read, formulas among them', async () => {
    const { lines, unreadable } = await readReport(
      [
        'transaction_id,event,amount,currency',
        '"=HYPERLINK(""x"")",first,2.00,EUR',
        '@SUM(A1),first,2.00,EUR',
        ',first,2.00,EUR',
        'T1,gift,2.00,EUR',
        'T1,first,=2+2,EUR',
        'T1,first,2.00,=E',
        'T1,first,2.00',
        'T1,first,2.00,EUR',
        'T1,first,2.00,EUR',
        `${'x'.repeat(300)},first,2.00,EUR`,
      ].join('\n'),
    );
    expect(lines).toHaveLength(1);
    expect(unreadable.map(({ line: at, reason }) => `${at} ${reason}`)).toEqual([
      '2 formule de tableur',
      '3 formule de tableur',
      '4 transaction absente ou illisible',
      '5 type inconnu',
      '6 montant illisible',
      '7 formule de tableur',
      '8 nombre de colonnes différent de l’en-tête',
      '10 transaction déjà dans le relevé',
      '11 transaction absente ou illisible',
    ]);
  });

  test.each([
    ['nothing', ' '],
    ['no header', 'T1,2.00\n'],
    ['a column twice', 'transaction_id,amount,amount\nT1,1,2\n'],
    ['an open quote', 'transaction_id,amount\n"T1,2.00\n'],
    ['a picture', '\u0089PNG\r\n\u001a\n\0\0\0'],
    ['a record without end', `transaction_id,amount\n${'x'.repeat(10_000)}`],
    ['names of every object', '__proto__,constructor\nT1,2.00\n'],
    ['too many lines', `transaction_id,amount\n${Array.from({ length: 100_001 }, (_, n) => `T${n},1`).join('\n')}`],
  ])('rejects %s', async (_name, csv) => {
    await expect(readReport(csv)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test.each([
    ['with 20,000 lines', Array.from({ length: 20_000 }, (_, n) => `T${n},1`).join('\n'), 20_000],
    ['of line ends', `T,1${'\r'.repeat(2_000_000)}`, 1],
  ])('reads a long report %s in steps, between which other calls are served', async (_name, rest, count) => {
    const csv = `transaction_id,amount\n${rest}`;
    let turns = 0;
    let isRead = false;
    const countTurns = () => {
      turns += 1;
      if (!isRead) setImmediate(countTurns);
    };
    countTurns();
    const { lines } = await readReport(csv);
    isRead = true;
    expect(lines).toHaveLength(count);
    expect(turns).toBeGreaterThan(3);
  });
});

describe('a report of the partner', () => {
  const billing = useBilling();
  let authorization: string;
  beforeAll(async () => {
    authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
  });

  const compare = (csv: string, over: Record<string, string> = {}) =>
    billing.request
      .post('/api/postbacks/report')
      .set({ authorization })
      .send({ partner: 'sandbox', day: '2026-03-02', csv, ...over });

  test('names what is missing, surplus and different, and changes nothing', async () => {
    const { sub4 } = await atThePartner(billing);
    const [equal, surplus, different, later, unmatched, absent, refund, illegible] = Array.from(
      { length: 8 },
      newTransaction,
    );
    // Just before midnight in Paris, which is an hour ahead of UTC in winter.
    const pay = (transaction_id: string, occurred_at: string, more: Record<string, string> = {}) =>
      billing.postback({ transaction_id, sub4, occurred_at, ...more }).expect(200);
    await pay(equal as string, '2026-03-01T23:00:00Z');
    await pay(surplus as string, '2026-03-02T22:59:59Z', { event: 'renewal', amount: '5.00' });
    await pay(different as string, '2026-03-02T10:00:00Z', { event: 'renewal', amount: '4.00' });
    await pay(later as string, '2026-03-02T23:00:00Z', { event: 'renewal', amount: '5.00' });
    // The report contains this one in a line that cannot be read: it is not surplus.
    await pay(illegible as string, '2026-03-02T11:00:00Z', { event: 'renewal', amount: '5.00' });
    await pay(refund as string, '2026-03-02T12:00:00Z', { event: 'refund', original_transaction_id: equal as string });
    await billing.postback({ transaction_id: unmatched as string, sub4: 'unknown' }).expect(200);
    const before = await billing.query('select * from ledger order by id');

    const csv = [
      'transaction_id,event,amount,currency',
      `${equal},first,2.00,EUR`,
      `${different},renewal,5.00,EUR`,
      `${later},renewal,5.00,EUR`,
      `${refund},refund,-2.00,EUR`,
      `${unmatched},first,2.00,EUR`,
      `${absent},first,2.00,EUR`,
      `${illegible},renewal,much,EUR`,
    ].join('\n');
    const result = (await compare(csv).expect(200)).body as ReportComparison;
    expect(result).toEqual({
      compared: 6,
      totals: { missing: 2, surplus: 1, different: 1, unreadable: 1 },
      missing: [
        {
          line: 6,
          transaction_id: unmatched,
          event: 'first',
          amount_cents: 200,
          currency: 'EUR',
          verdict: 'unmatched',
        },
        { line: 7, transaction_id: absent, event: 'first', amount_cents: 200, currency: 'EUR', verdict: null },
      ],
      surplus: [{ transaction_id: surplus, event: 'renewal', amount_cents: 500, currency: 'EUR' }],
      different: [
        {
          line: 3,
          transaction_id: different,
          differs: ['amount'],
          reported: { event: 'renewal', amount_cents: 500, currency: 'EUR' },
          recorded: { event: 'renewal', amount_cents: 400, currency: 'EUR' },
        },
      ],
      unreadable: [{ line: 8, reason: 'montant illisible' }],
    });
    expect((await billing.query('select * from ledger order by id')).rows).toEqual(before.rows);
  });

  test('finds no difference in a report without currencies', async () => {
    const { sub4 } = await atThePartner(billing);
    const [equal, different] = [newTransaction(), newTransaction()];
    const fields = { sub4, occurred_at: '2026-03-04T10:00:00Z', amount: '2.00', currency: 'USD' };
    for (const transaction_id of [equal, different]) await billing.postback({ transaction_id, ...fields }).expect(200);
    const { body } = await compare(`transaction_id,amount\n${equal},2.00\n${different},3.00\n`, { day: '2026-03-04' });
    expect((body as ReportComparison).different).toMatchObject([
      { transaction_id: different, differs: ['amount'], reported: { currency: 'USD' }, recorded: { currency: 'USD' } },
    ]);
  });

  test('finds refunds with the identifier of their payment, of that day or another, and names one that is missing', async () => {
    const { sub4 } = await atThePartner(billing);
    const [sameDay, laterDay, missing] = [newTransaction(), newTransaction(), newTransaction()];
    const occurred_at = '2026-04-04T10:00:00Z';
    for (const transaction_id of [sameDay, laterDay, missing])
      await billing.postback({ transaction_id, sub4, occurred_at, amount: '2.00' }).expect(200);
    const refund = { event: 'refund', occurred_at: '2026-04-05T10:00:00Z' };
    await billing.postback({ ...refund, transaction_id: sameDay, occurred_at }).expect(200);
    await billing.postback({ ...refund, transaction_id: laterDay }).expect(200);
    const header = 'transaction_id,event,amount';
    const lines = [sameDay, laterDay, missing].map((transaction) => `${transaction},first,2.00`);
    const firstDay = [header, ...lines, `${sameDay},refund,-2.00`, `${missing},refund,2.00`].join('\n');
    expect((await compare(firstDay, { day: '2026-04-04' })).body).toMatchObject({
      compared: 5,
      missing: [{ line: 6, transaction_id: `refund:${missing}`, event: 'refund' }],
      surplus: [],
      different: [],
    });
    for (const day of ['2026-04-05', '2026-04-06'])
      expect((await compare(`${header}\n${laterDay},refund,2.00`, { day })).body).toMatchObject({
        compared: 1,
        missing: [],
        surplus: [],
        different: [],
      });
  });

  test('is compared with the entries of its partner alone', async () => {
    const { body } = await compare('transaction_id,amount\nT1,2.00\n', { partner: 'second' }).expect(200);
    expect(body).toMatchObject({ compared: 1, missing: [{ transaction_id: 'T1' }], surplus: [] });
  });

  test('is compared whole with 100,000 lines, of which the first of each kind are listed', async () => {
    const { id: subscriberId } = await atThePartner(billing);
    const name = randomUUID();
    // 2,000 recorded ones are missing in the report, 3,000 have another amount in it, and 78,000 of its lines were never recorded.
    await billing.query(
      `with arrived as (
         insert into postbacks (id, partner, transaction_id, event, reference, original_transaction_id, amount_cents, currency, verdict, received_at, occurred_at)
         select gen_random_uuid(), 'second', $1 || n, 'renewal', '', '', 500, 'EUR', 'recorded', now(), '2026-03-02T10:00:00Z'
         from generate_series(1, 24000) n returning id, transaction_id
       )
       insert into ledger (id, postback_id, subscriber_id, kind, amount_cents, currency, model_slug, recorded_at, partner, transaction_id, original_transaction_id, occurred_at)
       select gen_random_uuid(), id, $2, 'renewal', 500, 'EUR', '', now(), 'second', transaction_id, '',
         timestamptz '2026-03-02T10:00:00.0005Z' + (row_number() over ()) * interval '1 microsecond' from arrived`,
      [name, subscriberId],
    );
    const lines = Array.from({ length: 100_000 }, (_, n) => {
      const transaction = n < 22_000 ? `${name}${n + 1}` : `${name}-absent-${n}`;
      return `${transaction};renewal;${n < 3_000 ? '4,00' : '5,00'};EUR`;
    });
    const { body } = await compare(`transaction_id;event;amount;currency\n${lines.join('\n')}`, {
      partner: 'second',
    }).expect(200);
    const { compared, totals, missing, surplus, different } = body as ReportComparison;
    expect({ compared, totals }).toEqual({
      compared: 100_000,
      totals: { missing: 78_000, surplus: 2_000, different: 3_000, unreadable: 0 },
    });
    expect([missing, surplus, different].map((listed) => listed.length)).toEqual([500, 500, 500]);
    expect(missing[0]).toMatchObject({ line: 22_002, verdict: null });
  });

  test('is rejected where it is no report, and to anyone but the administrator', async () => {
    const rejected: Record<string, string>[] = [
      { csv: '' },
      { csv: 'x' },
      { csv: 'x'.repeat(10_000_001) },
      { day: 'tomorrow' },
      { partner: '../' },
    ];
    for (const over of rejected)
      expect((await compare('', over).expect(400)).body).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await compare('x', { day: '' }).expect(400)).body).toMatchObject({ error: 'Date invalide' });
    const subscriber = `Bearer ${await billing.token(randomUUID())}`;
    await billing.request.post('/api/postbacks/report').send({}).expect(401);
    await billing.request.post('/api/postbacks/report').set({ authorization: subscriber }).send({}).expect(403);
  });
});
