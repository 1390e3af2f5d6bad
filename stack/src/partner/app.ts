import { readFileSync } from 'node:fs';
import express from 'express';
import type { Express, Request, RequestHandler, Response } from 'express';
import { createHttp } from 'service-kit/http';
import type { Logger } from 'service-kit/logger';
import { z } from 'zod';
import { declinedPage, faultPage, paymentPage, transactionsPage } from './pages.ts';
import type { createPayments } from './payments.ts';
import { PARAMETERS } from './transactions.ts';
import type { Parameters, Transactions } from './transactions.ts';

interface PartnerDeps {
  payments: ReturnType<typeof createPayments>;
  transactions: Transactions;
  logger: Logger;
  /** The site to which the payer comes back; nothing of a request decides it. */
  publicUrl: string;
}

const STYLE = readFileSync(new URL('./style.css', import.meta.url));

const payment = z.object({
  action: z.enum(['accept', 'decline', 'late', 'duplicate']),
  seconds: z.coerce.number().min(0).max(600).default(5),
});
const refund = z.object({ transaction_id: z.string().max(300) });

/** What of a query or form is a parameter of the redirect: one text each, at most 300 characters. */
const parametersOf = (query: Record<string, unknown>): Parameters =>
  Object.fromEntries(
    PARAMETERS.flatMap((name) =>
      typeof query[name] === 'string' && query[name] !== '' ? [[name, query[name].slice(0, 300)]] : [],
    ),
  );

const wantsJson = (request: Request): boolean => request.accepts(['html', 'json']) === 'json';

const refuse = (request: Request, response: Response, status: number, sentence: string): void => {
  response.status(status);
  if (wantsJson(request)) response.json({ error: sentence });
  else response.type('html').send(faultPage(sentence));
};

const routes = (app: Express, { payments, transactions, publicUrl }: PartnerDeps): void => {
  const comeBack = `${publicUrl}/payment-status`;
  // A form's redirect must be allowed as well as its target.
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
    const given = parametersOf(request.query);
    show(response, paymentPage(given, transactions.ofReference(given.sub4 ?? ''), `${comeBack}?paiement=abandon`));
  });
  app.get('/transactions', (_request, response) => show(response, transactionsPage(transactions.list())));
  app.get('/api/transactions', (_request, response) => void response.json(transactions.list()));

  app.post('/pay', ...readForm, async (request, response) => {
    const parsed = payment.safeParse(request.body ?? {});
    if (!parsed.success) return refuse(request, response, 400, 'Le formulaire de paiement est incomplet.');
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
  app.post('/refund', ...readForm, async (request, response) => {
    const parsed = refund.safeParse(request.body ?? {});
    const transaction = parsed.success ? transactions.find(parsed.data.transaction_id) : null;
    if (!transaction) return refuse(request, response, 404, 'Cette transaction n’existe pas.');
    if (!(await payments.refund(transaction)))
      return refuse(request, response, 409, 'Cette transaction est déjà remboursée.');
    if (wantsJson(request)) response.json({ transaction_id: transaction.id });
    else response.redirect(303, '/transactions');
  });
};

/** The sandbox partner over HTTP: pages for people, the same calls as JSON for scripts. */
export const createPartner = (deps: PartnerDeps): Express =>
  createHttp({ logger: deps.logger, routes: (_mount, app) => routes(app, deps) });
