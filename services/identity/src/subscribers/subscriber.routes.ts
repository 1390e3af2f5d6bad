import { changeProfile, login, refreshSubscriber, register } from 'contracts/operations/auth';
import { deleteAccount } from 'contracts/operations/personal-data';
import {
  changePassword,
  endSubscriberSession,
  endSubscriberSessions,
  listSubscriberSessions,
  logoutSubscriber,
} from 'contracts/operations/sessions';
import type { AuthResponse, User } from 'contracts/subscribers';
import type { Request, Response } from 'express';
import { requireRole } from 'service-kit/auth';
import { clientAddress } from 'service-kit/client-address';
import type { Mount } from 'service-kit/mount-operation';
import type { RoleAccess } from 'service-kit/role-access';
import type { Viewer } from 'service-kit/viewer';
import type { AccountDeletion } from './account-deletion.ts';
import type { PasswordChanger } from './password-change.ts';
import type { RegistrationCookie } from './registration-cookie.ts';
import type { Subscriber } from './subscriber.repository.ts';
import type { EnteredSession, SubscriberSession, SubscriberService } from './subscriber.service.ts';

/** Path of the subscriber's refresh cookie. */
export const SUBSCRIBER_COOKIE_PATH = '/api/auth';

const userOf = ({ email, firstName, lastName, username }: Subscriber): User => ({
  email,
  firstName,
  lastName,
  username,
});
const asSubscriber = (viewer: Viewer) => requireRole(viewer, 'subscriber');

interface Dependencies {
  service: SubscriberService;
  replacePassword: PasswordChanger;
  deleteAccount: AccountDeletion;
  access: RoleAccess<'subscriber'>;
  registrationCookie: RegistrationCookie;
}

export const subscriberRoutes = (
  mount: Mount,
  { service, replacePassword, deleteAccount: erase, access, registrationCookie }: Dependencies,
): void => {
  const { guard, calls, cookies, devices } = access;
  const result = async (
    { subscriber, sessionGrant }: SubscriberSession,
    request: Request,
    response: Response,
  ): Promise<AuthResponse> => ({
    token: await cookies.grant(
      request,
      response,
      { role: 'subscriber', id: subscriber.id },
      sessionGrant,
      SUBSCRIBER_COOKIE_PATH,
    ),
    user: userOf(subscriber),
  });
  const enterAndRemember = (entered: EnteredSession, request: Request, response: Response): Promise<AuthResponse> => {
    const { email: account, passwordHash } = entered.subscriber;
    devices.remember(request, response, { account, passwordHash }, SUBSCRIBER_COOKIE_PATH);
    return result(entered, request, response);
  };

  mount(register, async ({ body }, { request, response }) => {
    const registered = await service.register(body, {
      address: clientAddress(request),
      browser: cookies.browser(request),
      userAgent: request.get('user-agent') ?? '',
    });
    await registrationCookie.grant(response, registered.registration);
    return enterAndRemember(registered, request, response);
  });
  mount(login, async ({ body: { email, password } }, { request, response }) => {
    const subscriber = await guard(request, email, () => service.authenticate(email, password));
    const isKnownDevice = (await devices.knownDevice(request, email)) !== null;
    const entered = await service.enter(subscriber, cookies.browser(request), { isKnownDevice });
    return enterAndRemember(entered, request, response);
  });
  mount(refreshSubscriber, async (_input, { request, response }) =>
    result(await service.resume(await calls.renew(request)), request, response),
  );
  mount(changeProfile, async ({ body }, { viewer }) =>
    userOf(await service.changeProfile(asSubscriber(viewer).id, body)),
  );

  mount(logoutSubscriber, (_input, { request, response }) => {
    registrationCookie.clear(response);
    return calls.logOut(request, response, SUBSCRIBER_COOKIE_PATH);
  });
  mount(listSubscriberSessions, (_input, { viewer }) => calls.list(asSubscriber(viewer)));
  mount(endSubscriberSession, ({ params }, { viewer }) => calls.end(asSubscriber(viewer), params.id));
  mount(endSubscriberSessions, (_input, { viewer, request, response }) => {
    registrationCookie.clear(response);
    return calls.endAll(asSubscriber(viewer), request, response, SUBSCRIBER_COOKIE_PATH);
  });
  mount(deleteAccount, async ({ body }, { viewer, request, response }) => {
    const subscriber = asSubscriber(viewer);
    await erase(subscriber, body.password);
    registrationCookie.clear(response);
    return calls.endAll(subscriber, request, response, SUBSCRIBER_COOKIE_PATH);
  });
  mount(changePassword, async ({ body }, { viewer, request, response }) => {
    const changed = await replacePassword(asSubscriber(viewer), body);
    await devices.renew(request, response, changed, SUBSCRIBER_COOKIE_PATH);
    return { ok: true as const };
  });
};
