import { changeProfile, login, logoutSubscriber, refreshSubscriber, register } from 'contracts/operations/auth';
import type { AuthAnswer, User } from 'contracts/subscribers';
import type { Request, Response } from 'express';
import { clientAddress } from 'service-kit/client-address';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/http';
import type { SessionCookies } from 'service-kit/session-cookies';
import type { Sessions } from 'service-kit/sessions';
import type { Subscriber } from './subscriber.repository.ts';
import type { Opened, SubscriberService } from './subscriber.service.ts';

/** Where the subscriber's refresh cookie is sent. */
export const SUBSCRIBER_COOKIE_PATH = '/api/auth';

const userOf = ({ email, firstName, lastName, username }: Subscriber): User => ({ email, firstName, lastName, username });

interface SubscriberRouteDeps {
  service: SubscriberService;
  sessions: Sessions;
  cookies: SessionCookies<'subscriber'>;
}

export const subscriberRoutes = (mount: Mount, { service, sessions, cookies }: SubscriberRouteDeps): void => {
  const granted = async ({ subscriber, refreshToken }: Opened, request: Request, response: Response): Promise<AuthAnswer> => ({
    token: await cookies.grant(request, response, { role: 'subscriber', id: subscriber.id }, refreshToken, SUBSCRIBER_COOKIE_PATH),
    user: userOf(subscriber),
  });

  mount(register, async ({ body }, { request, response }) => granted(await service.register(body, clientAddress(request)), request, response));
  mount(login, async ({ body: { email, password } }, { request, response }) => granted(await service.logIn(email, password, clientAddress(request)), request, response));
  mount(refreshSubscriber, async (_input, { request, response }) => granted(await service.renew(cookies.refreshToken(request)), request, response));
  mount(logoutSubscriber, async (_input, { request, response }) => {
    const refreshToken = cookies.refreshToken(request);
    if (refreshToken !== null) await sessions.endByToken('subscriber', refreshToken);
    cookies.clear(request, response, SUBSCRIBER_COOKIE_PATH);
    return { ok: true as const };
  });
  mount(changeProfile, async ({ body }, { viewer }) => {
    if (viewer.role !== 'subscriber') throw new AppError('FORBIDDEN');
    return userOf(await service.changeProfile(viewer.id, body));
  });
};
