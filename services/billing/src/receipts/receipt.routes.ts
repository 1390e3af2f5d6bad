import { listPayments } from 'contracts/operations/payments';
import { id } from 'contracts/fields';
import { pagePath } from 'contracts/pages';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Verifier } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import { createNavigationSubscriber } from '../view-cookie.ts';
import { ASSETS, ASSETS_PATH } from './receipt-assets.ts';
import { missingReceiptPage, RECEIPT_POLICY, receiptPage } from './receipt-page.ts';
import type { ReceiptService } from './receipt.service.ts';
import type { Receipt } from './receipt.ts';

interface Dependencies {
  receipts: ReceiptService;
  verifier: Verifier;
  /** Address of the site. */
  publicUrl: string;
}

const ASSET_SECONDS = 24 * 60 * 60;
const isMissing = (error: unknown): boolean => error instanceof AppError && error.code === 'NOT_FOUND';
const onlyReads: RequestHandler = (_request, response) => {
  response.set('allow', 'GET, HEAD');
  throw new AppError('METHOD_NOT_ALLOWED');
};

/** Receipts are opened by links, so the routes identify the subscriber by the view cookie and respond with pages and files. */
export const receiptRoutes = (app: Express, { receipts, verifier, publicUrl }: Dependencies): void => {
  const subscriberIdOf = createNavigationSubscriber(verifier);

  const show =
    (
      send: (response: Response, paymentId: string, receipt: Receipt) => Promise<void> | void,
    ): RequestHandler<{ id: string }> =>
    async (request: Request<{ id: string }>, response) => {
      response.set({ 'cache-control': 'private, no-store', 'content-security-policy': RECEIPT_POLICY });
      const subscriberId = await subscriberIdOf(request);
      // The account page renews a session that only lost its short-lived cookie, and redirects visitors to the login.
      if (!subscriberId) return response.redirect(303, `${publicUrl}${pagePath('account')}#paiements`);
      try {
        const paymentId = id.safeParse(request.params.id);
        if (!paymentId.success) throw new AppError('NOT_FOUND');
        await send(response, paymentId.data, await receipts.read(subscriberId, paymentId.data));
      } catch (error) {
        if (!isMissing(error)) throw error;
        response.status(404).type('html').send(missingReceiptPage());
      }
    };

  const receiptRoute = `${listPayments.path}/:id/receipt`;
  const pdfRoute = `${receiptRoute}.pdf`;
  const assetRoute = `${ASSETS_PATH}/:file`;
  app.get(
    receiptRoute,
    show((response, paymentId, receipt) => void response.type('html').send(receiptPage(paymentId, receipt))),
  );
  app.get(
    pdfRoute,
    show(async (response, _paymentId, receipt) => {
      // Loaded by the first receipt: pdfkit takes 0.1 s and 25 MB.
      const { receiptPdf } = await import('./receipt-pdf.ts');
      const file = await receiptPdf(receipt);
      // Sent as a download: the browser's PDF viewer would need a weaker policy.
      response.attachment(`recu-${receipt.number}.pdf`).type('pdf').send(file);
    }),
  );
  app.get(assetRoute, (request, response) => {
    const asset = ASSETS.get(request.params.file);
    if (!asset) throw new AppError('NOT_FOUND');
    response.set('cache-control', `public, max-age=${ASSET_SECONDS}`).type(asset.type).send(asset.content);
  });
  for (const route of [receiptRoute, pdfRoute, assetRoute]) app.all(route, onlyReads);
};
