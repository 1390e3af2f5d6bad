import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { addDays, parisDay } from 'contracts/days';
import type { EventData } from 'contracts/events';
import { receiptPath, receiptPdfPath } from 'contracts/operations/payments';
import type { Payment } from 'contracts/payments';
import { textOfPdf } from 'testing/pdf-text';
import { atThePartner, newTransaction, PUBLIC_URL, useBilling } from './harness.ts';

const billing = useBilling();

const NBSP = '\u00a0';
/** Creates a subscriber with one payment, and a function that opens its receipt. */
const paid = async (over: Partial<EventData<'subscriber.registered'>> = {}, query: Record<string, string> = {}) => {
  const subscriber = await atThePartner(billing, over);
  const transaction = newTransaction();
  await billing.postback({ transaction_id: transaction, sub4: subscriber.sub4, ...query });
  const { body } = await billing.request
    .get('/api/subscription/payments')
    .set('authorization', `Bearer ${await billing.token(subscriber.id)}`);
  const [payment] = body as Payment[];
  if (!payment) throw new Error('the payment is missing');
  const cookie = `subscriber_view=${subscriber.view}`;
  const open = (path: string) => billing.request.get(path).set('cookie', cookie);
  return {
    ...subscriber,
    transaction,
    payment,
    cookie,
    page: () => open(receiptPath(payment.id)),
    pdf: async () => {
      const response = await open(receiptPdfPath(payment.id)).buffer(true).expect(200);
      return { headers: response.headers, pages: await textOfPdf(response.body as Buffer) };
    },
  };
};
const refund = (transaction: string, query: Record<string, string> = {}) =>
  billing
    .postback({ transaction_id: newTransaction(), event: 'refund', original_transaction_id: transaction, ...query })
    .expect(200);

describe('the page of a receipt', () => {
  test('names seller, buyer, purchase, price, state and next charge, and marks what the operator has not configured', async () => {
    const { page, payment, email } = await paid(
      {},
      { occurred_at: '2026-03-31T22:30:00Z', paid_until: '2126-12-20T09:00:00Z' },
    );
    const { text, headers } = await page().expect(200);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers['cache-control']).toBe('private, no-store');
    for (const part of [
      payment.receiptNumber ?? '',
      '1er avril 2026 à 0h30 (heure de Paris)',
      'Abonnement Coulisses, premier mois',
      `2,00${NBSP}€`,
      'Payé',
      `5,00${NBSP}€ TTC le 20 décembre 2126`,
      'Société Générique',
      '1 rue de l’Été, 75001 Paris',
      'Anaïs Le Goff',
      email,
    ])
      expect(text).toContain(part);
    expect(text.match(/<mark>à compléter<\/mark>/g)).toHaveLength(4);
  });

  test('escapes a hostile name', async () => {
    const { page } = await paid({ firstName: '<script>alert(1)</script>' });
    expect((await page()).text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('states a partial refund, then a whole one', async () => {
    const { page, transaction } = await paid();
    await refund(transaction, { amount: '0.50' });
    const partial = (await page()).text;
    expect(partial).toContain(`Remboursé en partie, il reste 1,50${NBSP}€`);
    expect(partial).toMatch(/Rendu le [^<]+<\/dt><dd>0,50\u00a0€/);
    await refund(transaction);
    const whole = (await page()).text;
    expect(whole).toContain('Remboursé en totalité');
    expect(whole).toMatch(/Prochain prélèvement<\/dt><dd>Aucun</);
  });

  test('states no further charge of a cancelled contract', async () => {
    const { page, transaction } = await paid();
    await billing.postback({
      transaction_id: newTransaction(),
      event: 'cancellation',
      original_transaction_id: transaction,
    });
    expect((await page()).text).toContain('Aucun, votre contrat est résilié');
  });

  test('states no further charge of a contract whose cancellation is scheduled before it', async () => {
    const { page, id, email } = await paid(
      {},
      { paid_until: new Date(Date.now() + 20 * 24 * 60 * 60_000).toISOString() },
    );
    await billing.request
      .post('/api/contract/cancellation')
      .set('authorization', `Bearer ${await billing.token(id)}`)
      .send({ firstName: 'Anaïs', lastName: 'Le Goff', email, effectiveDay: addDays(parisDay(Date.now()), 2) })
      .expect(201);
    expect((await page()).text).toContain('Aucun, votre résiliation est programmée');
  });

  test.each(['refund', 'other', 'absent', 'malformed'])('is missing for an id that is %s', async (kind) => {
    const { cookie, transaction } = await paid();
    const other = await paid();
    await refund(transaction);
    const { rows } = await billing.postgres.query<{ id: string }>(
      `select id from ledger where kind = 'refund' and original_transaction_id = $1`,
      [transaction],
    );
    const ids = { refund: rows[0]?.id ?? '', other: other.payment.id, absent: randomUUID(), malformed: "x' or 1=1" };
    const id = ids[kind as keyof typeof ids];
    for (const path of [receiptPath(id), receiptPdfPath(id)]) {
      const { text, headers } = await billing.request.get(path).set('cookie', cookie).expect(404);
      expect(text).toContain('Reçu introuvable');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  test.each([undefined, 'subscriber_view=forged', 'admin_view=forged'])(
    'leads to the account with the cookie %s',
    async (cookie) => {
      const { payment } = await paid();
      const { headers } = await billing.request
        .get(receiptPath(payment.id))
        .set(cookie ? { cookie } : {})
        .expect(303);
      expect(headers.location).toBe(`${PUBLIC_URL}/account#paiements`);
    },
  );

  test('accepts an access token neither as a cookie nor as a bearer', async () => {
    const { id, payment } = await paid();
    const token = await billing.token(id);
    await billing.request.get(receiptPath(payment.id)).set('cookie', `subscriber_view=${token}`).expect(303);
    await billing.request.get(receiptPath(payment.id)).set('authorization', `Bearer ${token}`).expect(303);
  });

  test('rejects other methods, and files that it does not load', async () => {
    const { payment } = await paid();
    expect((await billing.request.post(receiptPath(payment.id)).expect(405)).headers.allow).toBe('GET, HEAD');
    await billing.request.get('/api/subscription/receipt-assets/receipt.css').expect(200);
    await billing.request
      .get('/api/subscription/receipt-assets/instrument-sans-400.ttf')
      .expect('content-type', 'font/ttf');
    await billing.request.get('/api/subscription/receipt-assets/..%2freceipt.ts').expect(404);
  });
});

describe('the PDF of a receipt', () => {
  test('has the letters of every European name', async () => {
    const names = [
      { firstName: 'Zoë', lastName: 'Łuczak' },
      { firstName: 'Ольга', lastName: 'Ţepeş' },
      { firstName: 'Ελένη', lastName: 'Nguyễn' },
    ];
    for (const name of names) {
      const { pages } = await (await paid(name)).pdf();
      expect(pages[0]).toContain(`${name.firstName} ${name.lastName}`);
    }
  });

  test('has the text of the page with its accents, for download', async () => {
    const { pdf, payment } = await paid({
      firstName: 'Zoë Łucja',
      lastName: 'Çağlar-Œuvré',
      email: `${randomUUID()}@example.org`,
    });
    const { headers, pages } = await pdf();
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe(`attachment; filename=recu-${payment.receiptNumber}.pdf`);
    for (const part of [
      payment.receiptNumber ?? '',
      'Zoë Łucja Çağlar-Œuvré',
      'Société Générique',
      '1 rue de l’Été, 75001 Paris',
      'à compléter',
      'Prochain prélèvement',
      // PDF.js reads a no-break space as a normal one.
      '2,00 €',
    ])
      expect(pages.join().replaceAll(/\s*\n\s*/g, ' ')).toContain(part);
  });

  test('holds the longest facts on one sheet', async () => {
    const { pdf } = await paid({
      firstName: 'W'.repeat(50),
      lastName: 'M'.repeat(50),
      email: `${'w'.repeat(240)}@example.org`,
    });
    const { pages } = await pdf();
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('example.org');
  });
});
