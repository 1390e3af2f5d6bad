import { refreshAdministrator, verifyAdministrator } from 'contracts/operations/auth';
import {
  addAdministratorFactor,
  beginAdministratorEnrolment,
  enrolAdministrator,
  getAdministratorSecondFactor,
  removeAdministratorFactor,
  renewAdministratorRecoveryCodes,
  verifyAdministratorSecondFactor,
} from 'contracts/operations/second-factor';
import {
  endAdministratorSession,
  endAdministratorSessions,
  listAdministratorSessions,
  logoutAdministrator,
  reauthenticateAdministrator,
} from 'contracts/operations/sessions';
import type { Request, Response } from 'express';
import { requireRole } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/mount-operation';
import { passwordMatches } from 'service-kit/passwords';
import type { Postgres } from 'service-kit/postgres';
import type { PanelAccess } from 'service-kit/role-access';
import { isSessionGrant } from 'service-kit/sessions';
import type { SessionGrant } from 'service-kit/sessions';
import type { Viewer } from 'service-kit/viewer';

/** The only administrator account, as it appears in tokens, sessions and the audit trail. */
const ADMINISTRATOR = { role: 'administrator', id: 'administrator' } as const;
/** Name of the account in authenticators. */
const ACCOUNT = 'administration';
const COOKIE_PATH = '/api/admin';

const asAdministrator = (viewer: Viewer) => requireRole(viewer, 'administrator');

interface Dependencies {
  postgres: Postgres;
  passwordHash: string;
  access: PanelAccess<'administrator'>;
}

export const administratorRoutes = (mount: Mount, { postgres, passwordHash, access }: Dependencies): void => {
  const { sessions, guard, calls, cookies, devices, secondFactor, factorCalls } = access;
  const grant = (sessionGrant: SessionGrant, request: Request, response: Response) =>
    cookies.grant(request, response, ADMINISTRATOR, sessionGrant, COOKIE_PATH);
  const open = async (sessionGrant: SessionGrant, request: Request, response: Response) => {
    devices.remember(request, response, { account: ADMINISTRATOR.id, passwordHash }, COOKIE_PATH);
    return { ok: true as const, token: await grant(sessionGrant, request, response) };
  };

  mount(verifyAdministrator, async ({ body }, { request, response }) => {
    const enter = async () => {
      if (!(await passwordMatches(body.password, passwordHash))) throw new AppError('WRONG_PASSWORD');
      return postgres.transaction(
        async (client) =>
          (await secondFactor.pending(client, { id: ADMINISTRATOR.id, account: ACCOUNT })) ??
          sessions.open(client, ADMINISTRATOR.id, cookies.browser(request)),
      );
    };
    const entered = await guard(request, ADMINISTRATOR.id, enter, isSessionGrant);
    return isSessionGrant(entered) ? open(entered, request, response) : entered;
  });
  mount(verifyAdministratorSecondFactor, async ({ body }, { request, response }) => {
    const sessionGrant = await guard(request, ADMINISTRATOR.id, () =>
      secondFactor.verify(ADMINISTRATOR.id, body, (client) =>
        sessions.open(client, ADMINISTRATOR.id, cookies.browser(request)),
      ),
    );
    return open(sessionGrant, request, response);
  });
  mount(enrolAdministrator, async ({ body }, { request, response }) => {
    const { entered, recoveryCodes } = await guard(request, ADMINISTRATOR.id, () =>
      secondFactor.enrol(ADMINISTRATOR.id, body, (client) =>
        sessions.open(client, ADMINISTRATOR.id, cookies.browser(request)),
      ),
    );
    return { ...(await open(entered, request, response)), recoveryCodes };
  });
  mount(refreshAdministrator, async (_input, { request, response }) => ({
    token: await grant(await calls.renew(request), request, response),
  }));

  mount(logoutAdministrator, (_input, { request, response }) => calls.logOut(request, response, COOKIE_PATH));
  mount(listAdministratorSessions, (_input, { viewer }) => calls.list(asAdministrator(viewer)));
  mount(endAdministratorSession, ({ params }, { viewer }) => calls.end(asAdministrator(viewer), params.id));
  mount(endAdministratorSessions, (_input, { viewer, request, response }) =>
    calls.endAll(asAdministrator(viewer), request, response, COOKIE_PATH),
  );
  mount(reauthenticateAdministrator, async ({ body }, { viewer, request, response }) => {
    const confirmed = await calls.reauthenticate(asAdministrator(viewer), request, ADMINISTRATOR.id, () =>
      passwordMatches(body.password, passwordHash),
    );
    return { token: await grant(confirmed, request, response) };
  });

  mount(getAdministratorSecondFactor, (_input, { viewer }) => factorCalls.view(asAdministrator(viewer)));
  mount(beginAdministratorEnrolment, (_input, { viewer }) => factorCalls.begin(asAdministrator(viewer), ACCOUNT));
  mount(addAdministratorFactor, ({ body }, { viewer }) => factorCalls.add(asAdministrator(viewer), body));
  mount(removeAdministratorFactor, ({ params }, { viewer }) => factorCalls.remove(asAdministrator(viewer), params.id));
  mount(renewAdministratorRecoveryCodes, (_input, { viewer }) =>
    factorCalls.renewRecoveryCodes(asAdministrator(viewer)),
  );
};
