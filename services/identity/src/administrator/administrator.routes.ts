import { refreshAdministrator, verifyAdministrator } from 'contracts/operations/auth';
import { endAdministratorSession, endAdministratorSessions, listAdministratorSessions, logoutAdministrator, reauthenticateAdministrator } from 'contracts/operations/sessions';
import type { Request, Response } from 'express';
import { requireRole } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/http';
import { passwordMatches } from 'service-kit/passwords';
import type { Postgres } from 'service-kit/postgres';
import type { RoleAccess } from 'service-kit/role-access';
import type { Granted } from 'service-kit/sessions';
import type { Viewer } from 'service-kit/viewer';

/** There is one main administrator; this is its id in tokens, sessions and the audit trail. */
const ADMINISTRATOR = { role: 'administrator', id: 'administrator' } as const;
const COOKIE_PATH = '/api/admin';

const asAdministrator = (viewer: Viewer) => requireRole(viewer, 'administrator');

interface AdministratorRouteDeps {
  postgres: Postgres;
  passwordHash: string;
  access: RoleAccess<'administrator'>;
}

export const administratorRoutes = (mount: Mount, { postgres, passwordHash, access }: AdministratorRouteDeps): void => {
  const { sessions, guard, calls, cookies, devices } = access;
  const grant = (granted: Granted, request: Request, response: Response) => cookies.grant(request, response, ADMINISTRATOR, granted, COOKIE_PATH);

  mount(verifyAdministrator, async ({ body }, { request, response }) => {
    await guard(request, ADMINISTRATOR.id, async () => {
      if (!(await passwordMatches(body.password, passwordHash))) throw new AppError('WRONG_PASSWORD');
    });
    const granted = await postgres.transaction((client) => sessions.open(client, ADMINISTRATOR.id, cookies.browser(request)));
    devices.remember(request, response, ADMINISTRATOR.id, COOKIE_PATH);
    return { ok: true as const, token: await grant(granted, request, response) };
  });
  mount(refreshAdministrator, async (_input, { request, response }) => {
    const refreshToken = cookies.refreshToken(request);
    const granted = refreshToken === null ? null : await sessions.renew(refreshToken);
    if (!granted) throw new AppError('SESSION_EXPIRED');
    return { token: await grant(granted, request, response) };
  });

  mount(logoutAdministrator, (_input, { request, response }) => calls.logOut(request, response, COOKIE_PATH));
  mount(listAdministratorSessions, (_input, { viewer }) => calls.list(asAdministrator(viewer)));
  mount(endAdministratorSession, ({ params }, { viewer }) => calls.end(asAdministrator(viewer), params.id));
  mount(endAdministratorSessions, (_input, { viewer, request, response }) => calls.endAll(asAdministrator(viewer), request, response, COOKIE_PATH));
  mount(reauthenticateAdministrator, async ({ body }, { viewer, request, response }) => {
    const confirmed = await calls.reauthenticate(asAdministrator(viewer), request, ADMINISTRATOR.id, () => passwordMatches(body.password, passwordHash));
    return { token: await grant(confirmed, request, response) };
  });
};
