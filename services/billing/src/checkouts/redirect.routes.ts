import { readFileSync } from 'node:fs';
import type { Express, Request, Response } from 'express';
import { isbot } from 'isbot';
import { EVENTS } from 'contracts/events';
import { PAYMENT_REDIRECT_PATH } from 'contracts/payment-redirect';
import { pagePath } from 'contracts/pages';
import { REGISTRATION_COOKIE } from 'contracts/roles';
import { slugShape } from 'contracts/slugs';
import type { Verifier } from 'service-kit/auth';
import { pathCookie, readCookie } from 'service-kit/cookies';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';
import { createNavigationSubscriber } from '../view-cookie.ts';
import type { Registration } from '../projections/subscriber.projection.ts';
import type { CheckoutService } from './checkout.service.ts';
import { FAILED, NOT_YET_KNOWN, PAGE_POLICY, paymentPage, STYLE_PATH, UNAVAILABLE } from './payment-page.ts';

interface Dependencies {
  checkouts: CheckoutService;
  verifier: Verifier;
  logger: Logger;
  /** Address of the site. */
  publicUrl: string;
}

const STYLE = readFileSync(new URL('./payment-page.css', import.meta.url));

const slugOf = (value: unknown): string => {
  const parsed = slugShape.safeParse(value);
  return parsed.success ? parsed.data : 'default';
};

const showPage = (response: Response, page: typeof NOT_YET_KNOWN | typeof UNAVAILABLE | typeof FAILED): void => {
  if ('retryAfterSeconds' in page) response.set('retry-after', String(page.retryAfterSeconds));
  response
    .status('retryAfterSeconds' in page ? 503 : 500)
    .set('content-security-policy', PAGE_POLICY)
    .type('html')
    .send(paymentPage(page));
};

/**
 * GET /redirect/payment: a navigation, so it responds with redirects and pages, and identifies the subscriber by the view cookie.
 */
export const redirectRoutes = (app: Express, { checkouts, verifier, logger, publicUrl }: Dependencies): void => {
  const subscriberIdOf = createNavigationSubscriber(verifier);

  /** Returns the registration from the browser's cookie if it is this subscriber's and its signature is valid. */
  const registrationOf = async (request: Request, subscriberId: string): Promise<Registration | null> => {
    const claim = readCookie(request, pathCookie(request, REGISTRATION_COOKIE));
    if (!claim) return null;
    try {
      const { subject, facts } = await verifier.verifyClaim(claim, 'registration');
      const registration = EVENTS['subscriber.registered'].safeParse(facts);
      const isOwn = subject === subscriberId && registration.data?.id === subscriberId;
      return isOwn ? (registration.data ?? null) : null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'SESSION_EXPIRED') return null;
      throw error;
    }
  };

  const redirect = async (request: Request, response: Response): Promise<void> => {
    const slug = slugOf(request.query.affiliate);
    const subscriberId = await subscriberIdOf(request);
    if (!subscriberId)
      return response.redirect(
        303,
        `${publicUrl}/?${new URLSearchParams({ connexion: 'paiement', affiliate: slug }).toString()}`,
      );
    const destination = await checkouts.begin(
      subscriberId,
      slug,
      () => registrationOf(request, subscriberId),
      isbot(request.get('user-agent')),
    );
    if (destination.kind === 'not-yet-known') return showPage(response, NOT_YET_KNOWN);
    response.redirect(303, destination.kind === 'paid' ? `${publicUrl}${pagePath('success')}` : destination.url);
  };

  app.get(
    STYLE_PATH,
    (_request, response) => void response.set('cache-control', 'public, max-age=3600').type('css').send(STYLE),
  );
  app.get(PAYMENT_REDIRECT_PATH, async (request, response) => {
    response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    try {
      await redirect(request, response);
    } catch (error) {
      logger.error({ err: error }, 'payment page not opened');
      showPage(response, error instanceof AppError && error.status < 500 ? FAILED : UNAVAILABLE);
    }
  });
};
