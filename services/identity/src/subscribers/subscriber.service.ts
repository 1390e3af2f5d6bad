import { randomUUID } from 'node:crypto';
import { truncate } from 'contracts/truncate';
import type { EventData } from 'contracts/events';
import { NAME_LENGTH } from 'contracts/limits';
import { slugShape } from 'contracts/slugs';
import { profileForm } from 'contracts/subscribers';
import type { registration, User } from 'contracts/subscribers';
import { AppError } from 'service-kit/errors';
import { createEvent, saveEvents } from 'service-kit/outbox';
import { requireStrongPassword } from 'service-kit/password-strength';
import { hashPassword, passwordMatches } from 'service-kit/passwords';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { Browser, SessionGrant, Sessions } from 'service-kit/sessions';
import type { Throttle } from 'service-kit/throttle';
import type { z } from 'zod';
import { enqueueMail } from '../mails/mail-queue.repository.ts';
import type { ConversionRepository } from '../conversions/conversion.repository.ts';
import type { ModelProjection } from '../projections/model.projection.ts';
import type { AttributionRule } from './attribution.ts';
import { personalFacts } from './personal-facts.ts';
import { eventDataOf } from './subscriber-facts.ts';
import type { NewSubscriber, Subscriber, SubscriberRepository, SubscriberWithHash } from './subscriber.repository.ts';

interface Dependencies {
  postgres: Postgres;
  subscribers: SubscriberRepository;
  models: ModelProjection;
  attribute: AttributionRule;
  conversions: Pick<ConversionRepository, 'grantAtRegistration'>;
  sessions: Sessions;
  throttle: Throttle;
  siteTitle: string;
  /** Returns the time in milliseconds. */
  clock: () => number;
}
/** A subscriber, and the session that was just opened or renewed. */
export interface SubscriberSession {
  subscriber: Subscriber;
  sessionGrant: SessionGrant;
}
/** The same after a login or registration. */
export interface EnteredSession extends SubscriberSession {
  subscriber: SubscriberWithHash;
}

/** Client of a registration. */
interface Registrant {
  /** IP address of the client. */
  address: string;
  browser: Browser;
  /** User agent of the request; stored only with a consent that requires it. */
  userAgent: string;
}

export interface RegisteredSession extends EnteredSession {
  registration: EventData<'subscriber.registered'>;
}

/** Returns a valid username: the local part of the address, or the first name when that is too short. */
const usernameOf = (email: string, firstName: string): string => {
  const localPart = truncate(email.slice(0, email.indexOf('@')), NAME_LENGTH.max);
  return profileForm.shape.username.safeParse(localPart).data ?? firstName;
};

export const createSubscriberService = ({
  postgres,
  subscribers,
  models,
  attribute,
  conversions,
  sessions,
  throttle,
  siteTitle,
  clock,
}: Dependencies) => ({
  /**
   * Registers a person from a model's page and opens a session.
   * @throws AppError MODEL_REQUIRED, PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL, EMAIL_TAKEN, TOO_MANY_ATTEMPTS
   */
  register: async (
    { email, password, firstName, lastName, modelSlug, trackingParams, adConsent }: z.output<typeof registration>,
    { address, browser, userAgent }: Registrant,
  ): Promise<RegisteredSession> => {
    await throttle.take({ registrationAddress: address });
    const modelId = slugShape.safeParse(modelSlug).success ? await models.idOfSlug(modelSlug) : null;
    if (!modelId) throw new AppError('MODEL_REQUIRED');
    const user: User = { email, firstName, lastName, username: usernameOf(email, firstName) };
    requireStrongPassword(password, personalFacts(user, siteTitle));
    const tracking = {
      clickId: trackingParams.clickId ?? '',
      affiliate: trackingParams.affiliateParam ?? '',
      pixelId: trackingParams.fbPixelId ?? '',
    };
    const partnerAffiliate = trackingParams.partnerAffiliate ?? '';
    const subscriber: NewSubscriber = {
      id: randomUUID(),
      ...user,
      passwordHash: await hashPassword(password),
      modelId,
      tracking,
      partnerAffiliate,
      attribution: await attribute({ affiliate: tracking.affiliate, partnerAffiliate }, modelId),
    };
    const { id, attribution } = subscriber;
    const registered = { id, ...user, tracking, modelSlug, modelId, attribution };
    const attempt = { registrationEmail: email };
    await throttle.take(attempt);
    const register = async (client: Queryable): Promise<SessionGrant> => {
      const registeredAt = await subscribers.add(client, subscriber);
      if (!registeredAt) throw new AppError('EMAIL_TAKEN');
      await saveEvents(client, {
        ...createEvent('subscriber.registered', registered, 1),
        occurredAt: registeredAt.toISOString(),
      });
      if (adConsent) await conversions.grantAtRegistration(client, id, userAgent);
      return sessions.open(client, subscriber.id, browser);
    };
    const sessionGrant = await postgres.transaction(register).catch(async (error: unknown) => {
      await throttle.giveBack(attempt);
      throw error;
    });
    return { subscriber, sessionGrant, registration: registered };
  },
  /** Returns the subscriber with this e-mail and password. @throws AppError BAD_CREDENTIALS */
  authenticate: async (email: string, password: string): Promise<SubscriberWithHash> => {
    const subscriber = await subscribers.byEmail(email);
    const matches = await passwordMatches(password, subscriber?.passwordHash ?? null);
    if (!subscriber || !matches) throw new AppError('BAD_CREDENTIALS');
    return subscriber;
  },
  /**
   * Opens a session for the subscriber that `authenticate` returned; a mail reports a browser that opens the account for the first
   * time, at most five an hour.
   * @throws AppError BAD_CREDENTIALS when the password has changed meanwhile
   */
  enter: async (
    subscriber: SubscriberWithHash,
    browser: Browser,
    { isKnownDevice }: { isKnownDevice: boolean },
  ): Promise<EnteredSession> => {
    const isReported = !isKnownDevice && (await throttle.admits({ newDeviceMail: subscriber.email }));
    const sessionGrant = await postgres.transaction(async (client) => {
      if (!(await subscribers.lockIfPasswordIs(client, subscriber))) throw new AppError('BAD_CREDENTIALS');
      if (isReported)
        await enqueueMail(client, {
          kind: 'new-device',
          subscriberId: subscriber.id,
          data: { device: browser.device, at: new Date(clock()).toISOString() },
        });
      return sessions.open(client, subscriber.id, browser);
    });
    return { subscriber, sessionGrant };
  },
  /** Returns a renewed session with its subscriber. @throws AppError SESSION_EXPIRED when the subscriber was erased */
  resume: async (sessionGrant: SessionGrant): Promise<SubscriberSession> => {
    const subscriber = await subscribers.byId(sessionGrant.session.subjectId);
    if (!subscriber) throw new AppError('SESSION_EXPIRED');
    return { subscriber, sessionGrant };
  },
  /** Changes the subscriber's own names, and emits a change. @throws AppError SESSION_EXPIRED when the subscriber was erased */
  changeProfile: async (id: string, change: Partial<User>): Promise<Subscriber> => {
    await postgres.transaction(async (client) => {
      const changed = await subscribers.changeProfile(client, id, change);
      if (changed) await saveEvents(client, createEvent('subscriber.updated', eventDataOf(changed), changed.revision));
    });
    const subscriber = await subscribers.byId(id);
    if (!subscriber) throw new AppError('SESSION_EXPIRED');
    return subscriber;
  },
});
export type SubscriberService = ReturnType<typeof createSubscriberService>;
