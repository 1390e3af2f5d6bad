import type { Response } from 'express';
import type { EventData } from 'contracts/events';
import { PAYMENT_REDIRECT_PATH } from 'contracts/payment-redirect';
import { REGISTRATION_COOKIE, VIEW_COOKIE_SECONDS } from 'contracts/roles';
import { clearCookie, cookieOptions, pathCookie } from 'service-kit/cookies';
import type { TokenIssuer } from 'service-kit/tokens';

/**
 * Sets the signed registration in a cookie that the browser only sends to the payment link, so that a payment needs no event
 * (docs/domain.md#payment-link).
 */
export const createRegistrationCookie = (tokens: Pick<TokenIssuer, 'signClaim'>) => ({
  grant: async (response: Response, registered: EventData<'subscriber.registered'>): Promise<void> => {
    const claim = await tokens.signClaim('registration', registered.id, registered, VIEW_COOKIE_SECONDS);
    const name = pathCookie(response.req, REGISTRATION_COOKIE);
    response.cookie(name, claim, cookieOptions(response.req, PAYMENT_REDIRECT_PATH, VIEW_COOKIE_SECONDS));
  },
  clear: (response: Response): void =>
    clearCookie(response, pathCookie(response.req, REGISTRATION_COOKIE), PAYMENT_REDIRECT_PATH),
});
export type RegistrationCookie = ReturnType<typeof createRegistrationCookie>;
