import type { PayoutStatement } from 'contracts/commissions';
import {
  cancelPayoutBatch,
  createPayoutBatch,
  getAffiliateEarnings,
  getPayoutStatement,
  listCommissionTerms,
  listDueCommissions,
  listPayoutBatches,
  markPayoutBatchPaid,
  setCommissionTerms,
} from 'contracts/operations/payouts';
import { getSubscriberCommissions } from 'contracts/operations/subscribers';
import { statementTable } from 'contracts/statement-table';
import type { Response } from 'express';
import type { Mount } from 'service-kit/mount-operation';
import { setPageHeaders } from 'service-kit/list-page';
import { openTo } from '../affiliates/affiliate-access.ts';
import type { AffiliateService } from '../affiliates/affiliate.service.ts';
import type { TermsService } from '../commissions/terms.service.ts';
import { sendCsv } from '../csv.ts';
import type { PayoutService } from './payout.service.ts';
import { statementRows } from './statement-csv.ts';

interface Dependencies {
  affiliateService: AffiliateService;
  terms: TermsService;
  payouts: PayoutService;
  siteTitle: string;
}

export const payoutRoutes = (mount: Mount, { affiliateService, terms, payouts, siteTitle }: Dependencies): void => {
  const sendFile = async (response: Response, statement: PayoutStatement, format: 'csv' | 'pdf'): Promise<void> => {
    const { batch_number, affiliate, currency } = statement;
    const table = statementTable(statement);
    const name = ['releve', batch_number, affiliate.slug, currency.toLowerCase()].filter(Boolean).join('-');
    if (format === 'csv') return sendCsv(response, name, statementRows(table));
    // Loaded by the first PDF: pdfkit takes 0.1 s and 25 MB.
    const { sendPdf, statementPdf } = await import('./statement-pdf.ts');
    sendPdf(response, name, await statementPdf(table, { siteTitle }));
  };
  mount(listCommissionTerms, () => terms.all());
  mount(setCommissionTerms, ({ params, body }) => terms.set(params.id, body));
  mount(listDueCommissions, () => payouts.due());
  mount(listPayoutBatches, async ({ query }, { response }) => {
    const { batches, total, next } = await payouts.batches(query.cursor ?? null);
    setPageHeaders(response, { path: listPayoutBatches.path, query, total, next });
    return batches;
  });
  mount(createPayoutBatch, ({ body }) => payouts.createBatch(body.totals));
  mount(markPayoutBatchPaid, ({ params, body }) => payouts.markPaid(params.id, body.reference));
  mount(cancelPayoutBatch, ({ params }) => payouts.cancel(params.id));
  mount(getSubscriberCommissions, ({ params }) => payouts.earnedFrom(params.id));
  mount(getPayoutStatement, async ({ params, query }, { viewer, response }) => {
    const reader = viewer.role === 'affiliate' ? (await openTo(affiliateService, viewer, viewer.slug)).id : null;
    const statement = await payouts.statement(params.id, reader);
    if (query.format !== undefined && query.format !== 'json') await sendFile(response, statement, query.format);
    return statement;
  });
  mount(getAffiliateEarnings, async ({ params, query }, { viewer }) =>
    payouts.earnings((await openTo(affiliateService, viewer, params.slug)).id, query.before ?? null),
  );
};
