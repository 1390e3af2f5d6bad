import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';

const digest = (key: string) => createHash('sha256').update(key).digest();

/** Partner's name -> its accepted keys: two while one replaces another. */
export type PartnerKeys = Readonly<Record<string, readonly string[]>>;

/** Admits a postback only with a key of its partner, in the same time for every partner and key with as many keys. */
export const createKeyCheck = (keys: PartnerKeys, logger: Logger): RequestHandler => {
  const digests = new Map(Object.entries(keys).map(([partner, accepted]) => [partner, accepted.map(digest)]));
  const unknownPartner = [randomBytes(32)];
  return (request, _response, next) => {
    const partner = String(request.params.partner);
    const expected = digests.get(partner);
    const given = digest(typeof request.query.key === 'string' ? request.query.key : '');
    // filter, not some: every key is compared.
    const isAccepted = (expected ?? unknownPartner).filter((accepted) => timingSafeEqual(given, accepted)).length > 0;
    if (!isAccepted) {
      // The name comes from the caller: an unknown one does not belong in the logs.
      logger.warn({ partner: expected ? partner : 'unknown' }, 'postback rejected');
      throw new AppError('POSTBACK_REFUSED');
    }
    next();
  };
};
