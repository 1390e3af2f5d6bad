import { randomUUID } from 'node:crypto';
import { slugShape } from 'contracts/slugs';
import type { registration, User } from 'contracts/subscribers';
import { AppError } from 'service-kit/errors';
import { createEvent, saveEvents } from 'service-kit/outbox';
import { requireStrongPassword } from 'service-kit/password-strength';
import { hashPassword, passwordMatches } from 'service-kit/passwords';
import type { Postgres } from 'service-kit/postgres';
import type { Sessions } from 'service-kit/sessions';
import type { Throttle } from 'service-kit/throttle';
import type { z } from 'zod';
import type { ModelRepository } from '../projections/model.repository.ts';
import { personalFacts } from './personal-facts.ts';
import type { NewSubscriber, Subscriber, SubscriberRepository } from './subscriber.repository.ts';

interface SubscriberDeps {
  postgres: Postgres;
  subscribers: SubscriberRepository;
  models: ModelRepository;
  sessions: Sessions;
  throttle: Throttle;
  siteTitle: string;
}
/** A person and the refresh token of their session; null where the browser has it already. */
export interface Opened {
  subscriber: Subscriber;
  refreshToken: string | null;
}

const registeredEvent = ({ id, email, firstName, lastName, username, tracking, modelId }: NewSubscriber, modelSlug: string) =>
  createEvent('subscriber.registered', { id, email, firstName, lastName, username, tracking, modelSlug, modelId }, 1);

export const createSubscriberService = ({ postgres, subscribers, models, sessions, throttle, siteTitle }: SubscriberDeps) => ({
  /**
   * Registers a person from a model's page and opens their session.
   * @throws AppError MODEL_REQUIRED, PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL, EMAIL_TAKEN, TOO_MANY_ATTEMPTS
   */
  register: async ({ email, password, firstName, lastName, modelSlug, trackingParams }: z.output<typeof registration>, address: string): Promise<Opened> => {
    await throttle.take({ registrationAddress: address });
    const modelId = slugShape.safeParse(modelSlug).success ? await models.idOfSlug(modelSlug) : null;
    if (!modelId) throw new AppError('MODEL_REQUIRED');
    const user: User = { email, firstName, lastName, username: email.slice(0, email.indexOf('@')) };
    requireStrongPassword(password, personalFacts(user, siteTitle));
    const subscriber: NewSubscriber = {
      id: randomUUID(),
      ...user,
      passwordHash: await hashPassword(password),
      modelId,
      tracking: { clickId: trackingParams.clickId ?? '', affiliate: trackingParams.affiliateParam ?? '', pixelId: trackingParams.fbPixelId ?? '' },
    };
    const refreshToken = await postgres.transaction(async (client) => {
      if (!(await subscribers.add(client, subscriber))) throw new AppError('EMAIL_TAKEN');
      await saveEvents(client, registeredEvent(subscriber, modelSlug));
      return sessions.open(client, 'subscriber', subscriber.id);
    });
    return { subscriber, refreshToken };
  },
  /** @throws AppError BAD_CREDENTIALS, TOO_MANY_ATTEMPTS */
  logIn: async (email: string, password: string, address: string): Promise<Opened> => {
    const attempt = { loginAccount: email, loginAddress: address };
    await throttle.take(attempt);
    const subscriber = await subscribers.byEmail(email);
    const matches = await passwordMatches(password, subscriber?.passwordHash ?? null);
    if (!subscriber || !matches) throw new AppError('BAD_CREDENTIALS');
    await throttle.giveBack(attempt);
    return { subscriber, refreshToken: await sessions.open(postgres, 'subscriber', subscriber.id) };
  },
  /** Renews a session by its refresh token. @throws AppError SESSION_EXPIRED */
  renew: async (refreshToken: string | null): Promise<Opened> => {
    const session = refreshToken === null ? null : await sessions.rotate('subscriber', refreshToken);
    const subscriber = session && (await subscribers.byId(session.subjectId));
    if (!subscriber) throw new AppError('SESSION_EXPIRED');
    return { subscriber, refreshToken: session.token };
  },
  /** @throws AppError SESSION_EXPIRED when the person is gone */
  changeProfile: async (id: string, change: Partial<User>): Promise<Subscriber> => {
    const subscriber = await subscribers.changeProfile(id, change);
    if (!subscriber) throw new AppError('SESSION_EXPIRED');
    return subscriber;
  },
});
export type SubscriberService = ReturnType<typeof createSubscriberService>;
