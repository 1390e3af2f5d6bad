import { forgotPassword, resetPassword, verifyResetToken } from 'contracts/operations/auth';
import { TEXTS } from 'contracts/texts';
import type { RequestHandler } from 'express';
import { clientAddress } from 'service-kit/client-address';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/mount-operation';
import type { RoleAccess } from 'service-kit/role-access';
import { SUBSCRIBER_COOKIE_PATH } from '../subscribers/subscriber.routes.ts';
import type { ResetService } from './reset.service.ts';

const requireToken: RequestHandler = (request, _response, next) => {
  const { token } = (request.body ?? {}) as { token?: unknown };
  next(token === undefined || token === null || token === '' ? new AppError('RESET_TOKEN_MISSING') : undefined);
};

export const resetRoutes = (
  mount: Mount,
  { service, access: { cookies, devices } }: { service: ResetService; access: RoleAccess<'subscriber'> },
): void => {
  mount(forgotPassword, async ({ body }, { request }) => {
    const { device } = cookies.browser(request);
    const resetUrl = await service.request(body.email, { address: clientAddress(request), device });
    return { ok: true as const, message: TEXTS.forgotPasswordSent, ...(resetUrl === undefined ? {} : { resetUrl }) };
  });
  mount(verifyResetToken, async ({ params }, { request }) => {
    const email = await service.emailOfToken(params.token, clientAddress(request));
    return email === null ? { valid: false } : { valid: true, email };
  });
  mount(
    resetPassword,
    async ({ body }, { request, response }) => {
      const changed = await service.setPassword(body.token, body.newPassword, clientAddress(request));
      await devices.renew(request, response, changed, SUBSCRIBER_COOKIE_PATH);
      cookies.clear(request, response, SUBSCRIBER_COOKIE_PATH);
      return { ok: true as const };
    },
    requireToken,
  );
};
