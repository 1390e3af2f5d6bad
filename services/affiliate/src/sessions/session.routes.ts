import { logoutAffiliate, refreshAffiliate, verifyAffiliate } from 'contracts/operations/affiliates';
import type { Request, Response } from 'express';
import { clientAddress } from 'service-kit/client-address';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/http';
import { passwordMatches } from 'service-kit/passwords';
import type { Queryable } from 'service-kit/postgres';
import type { SessionCookies } from 'service-kit/session-cookies';
import type { Sessions } from 'service-kit/sessions';
import type { Throttle } from 'service-kit/throttle';
import type { Affiliate } from '../affiliates/affiliate.repository.ts';
import type { AffiliateService } from '../affiliates/affiliate.service.ts';

interface SessionRouteDeps {
  database: Queryable;
  service: AffiliateService;
  sessions: Sessions;
  throttle: Throttle;
  cookies: SessionCookies<'affiliate'>;
}

/** Each affiliate's refresh cookie has a path of its own: one browser may hold several panels. */
const cookiePath = (slug: string) => `/api/affiliates/${encodeURIComponent(slug)}`;

export const sessionRoutes = (mount: Mount, { database, service, sessions, throttle, cookies }: SessionRouteDeps): void => {
  const granted = ({ id, slug }: Affiliate, refreshToken: string | null, request: Request, response: Response) =>
    cookies.grant(request, response, { role: 'affiliate', id, slug }, refreshToken, cookiePath(slug));

  mount(verifyAffiliate, async ({ params, body }, { request, response }) => {
    const attempt = { loginAffiliate: params.slug, loginAddress: clientAddress(request) };
    await throttle.take(attempt);
    const affiliate = await service.bySlug(params.slug);
    if (!(await passwordMatches(body.password, affiliate.password_hash))) throw new AppError('WRONG_PASSWORD');
    await throttle.giveBack(attempt);
    if (affiliate.is_suspended) throw new AppError('AFFILIATE_SUSPENDED');
    return { ok: true as const, token: await granted(affiliate, await sessions.open(database, 'affiliate', affiliate.id), request, response) };
  });
  mount(refreshAffiliate, async ({ params }, { request, response }) => {
    const refreshToken = cookies.refreshToken(request);
    const session = refreshToken === null ? null : await sessions.rotate('affiliate', refreshToken);
    if (!session) throw new AppError('SESSION_EXPIRED');
    const affiliate = await service.bySlug(params.slug);
    if (affiliate.id !== session.subjectId) throw new AppError('SESSION_EXPIRED');
    if (affiliate.is_suspended) throw new AppError('AFFILIATE_SUSPENDED');
    return { token: await granted(affiliate, session.token, request, response) };
  });
  mount(logoutAffiliate, async ({ params }, { request, response }) => {
    const refreshToken = cookies.refreshToken(request);
    if (refreshToken !== null) await sessions.endByToken('affiliate', refreshToken);
    cookies.clear(request, response, cookiePath(params.slug));
    return { ok: true as const };
  });
};
