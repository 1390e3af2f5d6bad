import { refreshAffiliate, verifyAffiliate } from 'contracts/operations/affiliates';
import {
  addAffiliateFactor,
  beginAffiliateEnrolment,
  getAffiliateSecondFactor,
  removeAffiliateFactor,
  renewAffiliateRecoveryCodes,
  verifyAffiliateSecondFactor,
} from 'contracts/operations/second-factor';
import {
  changeAffiliatePassword,
  endAffiliateSession,
  endAffiliateSessions,
  listAffiliateSessions,
  logoutAffiliate,
  reauthenticateAffiliate,
} from 'contracts/operations/sessions';
import type { Request, Response } from 'express';
import { requireRole } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/mount-operation';
import { passwordMatches } from 'service-kit/passwords';
import type { PanelAccess } from 'service-kit/role-access';
import { isSessionGrant } from 'service-kit/sessions';
import type { SessionGrant } from 'service-kit/sessions';
import type { Viewer } from 'service-kit/viewer';
import { openTo } from '../affiliates/affiliate-access.ts';
import type { Affiliate, AffiliateWithHash } from '../affiliates/affiliate.repository.ts';
import type { AffiliateLoginService } from '../affiliates/affiliate-login.service.ts';
import type { AffiliateService } from '../affiliates/affiliate.service.ts';
import type { PasswordChanger } from '../affiliates/password-change.ts';

interface Dependencies {
  affiliateService: AffiliateService;
  login: AffiliateLoginService;
  replacePassword: PasswordChanger;
  access: PanelAccess<'affiliate'>;
}

/** Returns the path of the refresh cookie, distinct per affiliate: one browser may be logged in to several panels. */
const cookiePath = (slug: string) => `/api/affiliates/${encodeURIComponent(slug)}`;

export const sessionRoutes = (
  mount: Mount,
  { affiliateService, login, replacePassword, access }: Dependencies,
): void => {
  const { guard, calls, cookies, devices, factorCalls } = access;
  const grant = ({ id, slug }: Affiliate, sessionGrant: SessionGrant, request: Request, response: Response) =>
    cookies.grant(request, response, { role: 'affiliate', id, slug }, sessionGrant, cookiePath(slug));
  const open = async (
    affiliate: AffiliateWithHash,
    sessionGrant: SessionGrant,
    request: Request,
    response: Response,
  ) => {
    const { slug: account, password_hash: passwordHash } = affiliate;
    devices.remember(request, response, { account, passwordHash }, cookiePath(account));
    return { ok: true as const, token: await grant(affiliate, sessionGrant, request, response) };
  };
  /** Returns the affiliate with this slug, only for itself. @throws AppError AFFILIATE_NOT_FOUND, FORBIDDEN, AFFILIATE_SUSPENDED */
  const itself = async (viewer: Viewer, slug: string) => {
    const affiliate = requireRole(viewer, 'affiliate');
    await openTo(affiliateService, affiliate, slug);
    return affiliate;
  };

  mount(verifyAffiliate, async ({ params, body }, { request, response }) => {
    const enter = async () => {
      const affiliate = await affiliateService.bySlug(params.slug);
      if (!(await passwordMatches(body.password, affiliate.password_hash))) throw new AppError('WRONG_PASSWORD');
      return { affiliate, entered: await login.enter(affiliate, cookies.browser(request)) };
    };
    const { affiliate, entered } = await guard(request, params.slug, enter, (result) => isSessionGrant(result.entered));
    return isSessionGrant(entered) ? open(affiliate, entered, request, response) : entered;
  });
  mount(verifyAffiliateSecondFactor, async ({ params, body }, { request, response }) => {
    const { affiliate, sessionGrant } = await guard(request, params.slug, async () => {
      const loginAffiliate = await affiliateService.bySlug(params.slug);
      return {
        affiliate: loginAffiliate,
        sessionGrant: await login.enterBySecondFactor(loginAffiliate, body, cookies.browser(request)),
      };
    });
    return open(affiliate, sessionGrant, request, response);
  });
  mount(refreshAffiliate, async ({ params }, { request, response }) => {
    const sessionGrant = await calls.renew(request);
    const affiliate = await affiliateService.bySlug(params.slug);
    if (affiliate.id !== sessionGrant.session.subjectId) throw new AppError('SESSION_EXPIRED');
    if (affiliate.is_suspended) throw new AppError('AFFILIATE_SUSPENDED');
    return { token: await grant(affiliate, sessionGrant, request, response) };
  });

  mount(logoutAffiliate, ({ params }, { request, response }) =>
    calls.logOut(request, response, cookiePath(params.slug)),
  );
  mount(listAffiliateSessions, async ({ params }, { viewer }) => calls.list(await itself(viewer, params.slug)));
  mount(endAffiliateSession, async ({ params }, { viewer }) => calls.end(await itself(viewer, params.slug), params.id));
  mount(endAffiliateSessions, async ({ params }, { viewer, request, response }) =>
    calls.endAll(await itself(viewer, params.slug), request, response, cookiePath(params.slug)),
  );
  mount(changeAffiliatePassword, async ({ params, body }, { viewer, request, response }) => {
    const hashes = await replacePassword(await itself(viewer, params.slug), body);
    await devices.renew(request, response, { account: params.slug, ...hashes }, cookiePath(params.slug));
    return { ok: true as const };
  });
  mount(reauthenticateAffiliate, async ({ params, body }, { viewer, request, response }) => {
    const affiliateViewer = requireRole(viewer, 'affiliate');
    const affiliate = await openTo(affiliateService, affiliateViewer, params.slug);
    const confirmed = await calls.reauthenticate(affiliateViewer, request, affiliate.slug, () =>
      passwordMatches(body.password, affiliate.password_hash),
    );
    return { token: await grant(affiliate, confirmed, request, response) };
  });

  mount(getAffiliateSecondFactor, async ({ params }, { viewer }) =>
    factorCalls.view(await itself(viewer, params.slug)),
  );
  mount(beginAffiliateEnrolment, async ({ params }, { viewer }) =>
    factorCalls.begin(await itself(viewer, params.slug), params.slug),
  );
  mount(addAffiliateFactor, async ({ params, body }, { viewer }) =>
    factorCalls.add(await itself(viewer, params.slug), body),
  );
  mount(removeAffiliateFactor, async ({ params }, { viewer }) =>
    factorCalls.remove(await itself(viewer, params.slug), params.id),
  );
  mount(renewAffiliateRecoveryCodes, async ({ params }, { viewer }) =>
    factorCalls.renewRecoveryCodes(await itself(viewer, params.slug)),
  );
};
