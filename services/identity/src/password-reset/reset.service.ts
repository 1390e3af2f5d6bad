import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';
import { requireStrongPassword } from 'service-kit/password-strength';
import { hashPassword } from 'service-kit/passwords';
import type { Postgres } from 'service-kit/postgres';
import { newRandomToken } from 'service-kit/random-token';
import type { Throttle } from 'service-kit/throttle';
import { enqueueMail } from '../mails/mail-queue.repository.ts';
import type { AfterPasswordChange } from '../subscribers/after-password-change.ts';
import type { ChangedPassword } from '../subscribers/password-change.ts';
import { personalFacts } from '../subscribers/personal-facts.ts';
import type { SubscriberRepository } from '../subscribers/subscriber.repository.ts';
import { resetUrlOf } from './reset.repository.ts';
import type { ResetRepository } from './reset.repository.ts';

interface Dependencies {
  postgres: Postgres;
  resets: ResetRepository;
  subscribers: SubscriberRepository;
  afterPasswordChange: AfterPasswordChange;
  throttle: Throttle;
  logger: Logger;
  siteTitle: string;
  publicUrl: string;
  /** Whether reset links are returned and logged. */
  developmentMode: boolean;
  /** Returns the time in milliseconds. */
  clock: () => number;
}

/** Facts of a request that its mail states. */
interface ResetRequest {
  device: string;
  requestedAt: string;
}

export const createResetService = ({
  postgres,
  resets,
  subscribers,
  afterPasswordChange,
  throttle,
  logger,
  siteTitle,
  publicUrl,
  developmentMode,
  clock,
}: Dependencies) => {
  /** Creates the token immediately in development mode, so that the response can contain its link. */
  const resetLinkFor = async (email: string, data: ResetRequest): Promise<string | undefined> => {
    const person = await subscribers.byEmail(email);
    const token = person ? newRandomToken() : null;
    await postgres.transaction(async (client) => {
      if (person && token) await resets.saveToken(client, person.id, token);
      await enqueueMail(client, { kind: 'reset', email, data: { ...data, ...(token && { token }) } });
    });
    if (!token) return undefined;
    const resetUrl = resetUrlOf(publicUrl, token);
    logger.info({ resetUrl }, 'reset link (development mode)');
    return resetUrl;
  };
  return {
    /**
     * Queues a reset mail: one row, the same work for known and unknown addresses, so that the response time reveals nothing.
     * @returns the link, only in development mode and for a known address
     * @throws AppError TOO_MANY_ATTEMPTS
     */
    request: async (
      email: string,
      { address, device }: { address: string; device: string },
    ): Promise<string | undefined> => {
      await throttle.take({ resetRequestAccount: email, resetRequestAddress: address });
      const data = { device, requestedAt: new Date(clock()).toISOString() };
      if (developmentMode) return resetLinkFor(email, data);
      await postgres.transaction((client) => enqueueMail(client, { kind: 'reset', email, data }));
      return undefined;
    },
    /** Returns the address that a token belongs to, or null. @throws AppError TOO_MANY_ATTEMPTS */
    emailOfToken: async (token: string, address: string): Promise<string | null> => {
      await throttle.take({ resetAddress: address });
      const email = await resets.emailOfToken(token);
      if (email !== null) await throttle.giveBack({ resetAddress: address });
      return email;
    },
    /**
     * Sets a new password, ends every session and queues a mail about it. Returns the facts of the change for the device cookie.
     * @throws AppError RESET_TOKEN_INVALID, PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL, TOO_MANY_ATTEMPTS
     */
    setPassword: async (token: string, password: string, address: string): Promise<ChangedPassword> => {
      await throttle.take({ resetAddress: address });
      const email = await resets.emailOfToken(token);
      const subscriber = email === null ? null : await subscribers.byEmail(email);
      if (!subscriber) throw new AppError('RESET_TOKEN_INVALID');
      requireStrongPassword(password, personalFacts(subscriber, siteTitle));
      const passwordHash = await hashPassword(password);
      await postgres.transaction(async (client) => {
        const subscriberId = await resets.useToken(client, token);
        if (subscriberId === null) throw new AppError('RESET_TOKEN_INVALID');
        await subscribers.changePassword(client, subscriberId, passwordHash);
        await afterPasswordChange(client, subscriberId, { reason: 'reset' });
      });
      await throttle.giveBack({ resetAddress: address });
      return { account: subscriber.email, formerHash: subscriber.passwordHash, passwordHash };
    },
  };
};
export type ResetService = ReturnType<typeof createResetService>;
