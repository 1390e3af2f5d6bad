import { readFileSync } from 'node:fs';
import { timingSafeEqual, createHash } from 'node:crypto';
import express from 'express';
import type { Express, Request, RequestHandler, Response } from 'express';
import { pagePath } from 'contracts/pages';
import { createHttp } from 'service-kit/http';
import type { Logger } from 'service-kit/logger';
import { z } from 'zod';
import { declinedPage, faultPage, paymentPage, transactionsPage } from './pages.ts';
import type { createMeta } from './meta.ts';
import type { createPayments } from './payments.ts';
import type { createTelegram } from './telegram.ts';
import { PARAMETERS } from './transactions.ts';
import type { Parameters, Transaction, Transactions } from './transactions.ts';

interface Dependencies {
  payments: ReturnType<typeof createPayments>;
  transactions: Transactions;
  logger: Logger;
  /** Key of the site, which its calls and the partner's postbacks carry. */
  key: string;
  /** Site to which the payer returns; never taken from a request. */
  publicUrl: string;
  telegram: ReturnType<typeof createTelegram>;
  meta: ReturnType<typeof createMeta>;
}

const STYLE = readFileSync(new URL('./style.css', import.meta.url));

const payment = z.object({
  action: z.enum(['accept', 'decline', 'late', 'duplicate']),
  seconds: z.coerce.number().min(0).max(600).default(5),
});
const transactionForm = z.object({ transaction_id: z.string().max(300) });

/** Returns the redirect's parameters in a query or form: one text each, at most 300 characters. */
const parametersOf = (query: Record<string, unknown>): Parameters =>
  Object.fromEntries(
    PARAMETERS.flatMap((name) =>
      typeof query[name] === 'string' && query[name] !== '' ? [[name, query[name].slice(0, 300)]] : [],
    ),
  );

const wantsJson = (request: Request): boolean => request.accepts(['html', 'json']) === 'json';

const respondWithFault = (request: Request, response: Response, status: number, sentence: string): void => {
  response.status(status);
  if (wantsJson(request)) response.json({ error: sentence });
  else response.type('html').send(faultPage(sentence));
};

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Admits only the site. */
const requireKey = (key: string): RequestHandler => {
  const expected = digest(`Bearer ${key}`);
  return (request, response, next) => {
    if (timingSafeEqual(digest(request.get('authorization') ?? ''), expected)) next();
    else response.status(401).json({ error: 'Clé refusée.' });
  };
};

const routes = (app: Express, { payments, transactions, key, publicUrl, telegram, meta }: Dependencies): void => {
  app.use(telegram.router, meta.router);
  const comeBack = `${publicUrl}${pagePath('paymentStatus')}`;
  // The policy must allow a form's redirect as well as its target.
  const policy = `default-src 'none'; style-src 'self'; form-action 'self' ${new URL(publicUrl).origin}; base-uri 'none'; frame-ancestors 'none'`;
  const readForm: RequestHandler[] = [
    express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 30 }),
    express.json({ limit: '16kb' }),
  ];
  const show = (response: Response, html: string) => void response.type('html').send(html);

  app.use((_request, response, next) => {
    response.set({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    next();
  });
  app.get('/style.css', (_request, response) => void response.type('css').send(STYLE));
  app.get('/', (request, response) => {
    const parameters = parametersOf(request.query);
    show(
      response,
      paymentPage(parameters, transactions.ofReference(parameters.sub4 ?? ''), `${comeBack}?paiement=abandon`),
    );
  });
  app.get('/transactions', (_request, response) => show(response, transactionsPage(transactions.list())));
  app.get('/api/transactions', (_request, response) => void response.json(transactions.list()));

  app.post('/pay', ...readForm, async (request, response) => {
    const parsed = payment.safeParse(request.body ?? {});
    if (!parsed.success) return respondWithFault(request, response, 400, 'Le formulaire de paiement est incomplet.');
    const { action, seconds } = parsed.data;
    if (action === 'decline') {
      const location = `${comeBack}?paiement=refuse`;
      if (wantsJson(request)) response.json({ transaction_id: null, location });
      else show(response, declinedPage(location));
      return;
    }
    const transaction = await payments.pay(parametersOf(request.body as Record<string, unknown>), action, seconds);
    if (wantsJson(request)) response.json({ transaction_id: transaction.id, location: comeBack });
    else response.redirect(303, comeBack);
  });
  const onTransaction = (
    path: string,
    action: (transaction: Transaction) => Promise<boolean>,
    doneBefore: string,
    find: Transactions['find'] = transactions.find,
    ...guards: RequestHandler[]
  ): void => {
    app.post(path, ...guards, ...readForm, async (request, response) => {
      const parsed = transactionForm.safeParse(request.body ?? {});
      const transaction = parsed.success ? find(parsed.data.transaction_id) : null;
      if (!transaction) return respondWithFault(request, response, 404, 'Cette transaction n’existe pas.');
      if (!(await action(transaction))) return respondWithFault(request, response, 409, doneBefore);
      if (wantsJson(request)) response.json({ transaction_id: transaction.id });
      else response.redirect(303, '/transactions');
    });
  };
  onTransaction('/refund', payments.refund, 'Cette transaction est déjà remboursée.');
  onTransaction('/cancel', payments.cancel, 'Cet abonnement est déjà résilié.');
  // Orders of the site (docs/domain.md#end-of-a-contract).
  const bySite = [transactions.recall, requireKey(key)] as const;
  onTransaction('/api/refund', payments.refund, 'Cette transaction est déjà remboursée.', ...bySite);
  onTransaction('/api/cancel', payments.cancel, 'Cet abonnement est déjà résilié.', ...bySite);
};

/** Creates the sandbox partner over HTTP: pages for people, and the same calls as JSON for scripts. */
export const createPartner = (dependencies: Dependencies): Express =>
  createHttp({ logger: dependencies.logger, routes: (_mount, app) => routes(app, dependencies) });
