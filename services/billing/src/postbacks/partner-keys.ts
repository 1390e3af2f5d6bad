import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';

const digest = (key: string) => createHash('sha256').update(key).digest();

/** Lets a postback pass only with its partner's key; compares in the same time whatever partner and key are given. */
export const createKeyCheck = (keys: Readonly<Record<string, string>>, logger: Logger): RequestHandler => {
  const digests = new Map(Object.entries(keys).map(([partner, key]) => [partner, digest(key)]));
  const nobodys = randomBytes(32);
  return (request, _response, next) => {
    const partner = String(request.params.partner);
    const expected = digests.get(partner);
    const given = typeof request.query.key === 'string' ? request.query.key : '';
    const matches = timingSafeEqual(digest(given), expected ?? nobodys);
    if (!matches) {
      // A name that we do not know was chosen by whoever calls: it does not belong in our logs.
      logger.warn({ partner: expected ? partner : 'unknown' }, 'a postback was refused');
      throw new AppError('POSTBACK_REFUSED');
    }
    next();
  };
};
