import { logoutAdministrator, refreshAdministrator, verifyAdministrator } from 'contracts/operations/auth';
import type { Request, Response } from 'express';
import { clientAddress } from 'service-kit/client-address';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/http';
import { passwordMatches } from 'service-kit/passwords';
import type { Queryable } from 'service-kit/postgres';
import type { SessionCookies } from 'service-kit/session-cookies';
import type { Sessions } from 'service-kit/sessions';
import type { Throttle } from 'service-kit/throttle';

/** There is one main administrator (specification, section 1); this is its id in tokens, sessions and the audit trail. */
const ADMINISTRATOR = { role: 'administrator', id: 'administrator' } as const;
const COOKIE_PATH = '/api/admin';

interface AdministratorRouteDeps {
  database: Queryable;
  passwordHash: string;
  sessions: Sessions;
  throttle: Throttle;
  cookies: SessionCookies<'administrator'>;
}

export const administratorRoutes = (mount: Mount, { database, passwordHash, sessions, throttle, cookies }: AdministratorRouteDeps): void => {
  const granted = (refreshToken: string | null, request: Request, response: Response) => cookies.grant(request, response, ADMINISTRATOR, refreshToken, COOKIE_PATH);

  mount(verifyAdministrator, async ({ body }, { request, response }) => {
    const attempt = { administratorAddress: clientAddress(request), administratorEverybody: ADMINISTRATOR.id };
    await throttle.take(attempt);
    if (!(await passwordMatches(body.password, passwordHash))) throw new AppError('WRONG_PASSWORD');
    await throttle.giveBack(attempt);
    return { ok: true as const, token: await granted(await sessions.open(database, ADMINISTRATOR.role, ADMINISTRATOR.id), request, response) };
  });
  mount(refreshAdministrator, async (_input, { request, response }) => {
    const refreshToken = cookies.refreshToken(request);
    const session = refreshToken === null ? null : await sessions.rotate(ADMINISTRATOR.role, refreshToken);
    if (!session) throw new AppError('SESSION_EXPIRED');
    return { token: await granted(session.token, request, response) };
  });
  mount(logoutAdministrator, async (_input, { request, response }) => {
    const refreshToken = cookies.refreshToken(request);
    if (refreshToken !== null) await sessions.endByToken(ADMINISTRATOR.role, refreshToken);
    cookies.clear(request, response, COOKIE_PATH);
    return { ok: true as const };
  });
};
