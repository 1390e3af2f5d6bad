import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';

const digest = (key: string) => createHash('sha256').update(key).digest();

/** Accepted keys by partner: two during a rotation. */
export type PartnerKeys = Readonly<Record<string, readonly string[]>>;

/** Admits a postback only with a key of its partner, in constant time for partners with the same number of keys. */
export const createKeyCheck = (keys: PartnerKeys, logger: Logger): RequestHandler => {
  const digests = new Map(Object.entries(keys).map(([partner, accepted]) => [partner, accepted.map(digest)]));
  const unknownPartner = [randomBytes(32)];
  return (request, _response, next) => {
    const partner = String(request.params.partner);
    const expected = digests.get(partner);
    const given = digest(typeof request.query.key === 'string' ? request.query.key : '');
    // `filter` instead of `some` compares every key.
    const isAccepted = (expected ?? unknownPartner).filter((accepted) => timingSafeEqual(given, accepted)).length > 0;
    if (!isAccepted) {
      // Callers choose the name: unknown names must not enter the logs.
      logger.warn({ partner: expected ? partner : 'unknown' }, 'postback rejected');
      throw new AppError('POSTBACK_REFUSED');
    }
    next();
  };
};
