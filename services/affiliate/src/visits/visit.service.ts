import { createHmac, randomBytes } from 'node:crypto';
import type { recordVisit } from 'contracts/operations/visits';
import type { HandlerInput } from 'contracts/operation';
import { sourceOf } from 'contracts/overview';
import { PAGES } from 'contracts/pages';
import { isbot } from 'isbot';
import type { VisitCounter } from './visit-counter.ts';
import type { VisitRepository } from './visit.repository.ts';

/** Time for which the key of a day is cached; a day may end meanwhile. */
const KEY_HELD_MS = 60_000;

export interface Visitor {
  address: string;
  userAgent: string;
}

const slugIn = (path: string, pattern: RegExp): string => pattern.exec(path)?.[1] ?? '';
const patternOf = (page: 'model' | 'live' | 'partner') =>
  new RegExp(`^${PAGES[page].path.replace(/:\w+/, '([^/]+)')}$`);
const [MODEL, LIVE, PARTNER] = [patternOf('model'), patternOf('live'), patternOf('partner')];

interface Dependencies {
  visits: VisitRepository;
  counter: VisitCounter;
  /** Returns the time in milliseconds. */
  clock: () => number;
}

/** Counts visits of the public site (docs/domain.md#visits). */
export const createVisitService = ({ visits, counter, clock }: Dependencies) => {
  let cachedKey: { promise: ReturnType<VisitRepository['keyOfToday']>; until: number } | null = null;
  const keyOfToday = async () => {
    if (!cachedKey || clock() >= cachedKey.until)
      cachedKey = { promise: visits.keyOfToday(randomBytes(32)), until: clock() + KEY_HELD_MS };
    try {
      return await cachedKey.promise;
    } catch (error) {
      cachedKey = null;
      throw error;
    }
  };

  return {
    /** Counts the visit of a person, not of a bot. Returns whether it counted. */
    record: async (
      { path, trackingParams: tracking = {}, isClick: isNew = true }: HandlerInput<typeof recordVisit>['body'],
      { address, userAgent }: Visitor,
    ): Promise<boolean> => {
      if (userAgent === '' || isbot(userAgent)) return false;
      const { clickId = '', affiliateParam = '', fbPixelId = '' } = tracking;
      const partnerPage = slugIn(path, PARTNER);
      const partnerAffiliate = tracking.partnerAffiliate || partnerPage;
      const model = slugIn(path, MODEL) || slugIn(path, LIVE);
      const { affiliateId, isModel } = await visits.attribute({ affiliate: affiliateParam, partnerAffiliate, model });
      const { day, key } = await keyOfToday();
      // A link of another affiliate starts another visit.
      const linked = affiliateParam || partnerAffiliate;
      const digestOf = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
      return counter.count({
        day,
        browser: digestOf(address, userAgent, linked),
        address: digestOf(address),
        affiliateId,
        modelSlug: isModel ? model : '',
        source: sourceOf(clickId),
        isClick: partnerPage !== '' || (isNew && Boolean(clickId || linked || fbPixelId)),
      });
    },
  };
};
export type VisitService = ReturnType<typeof createVisitService>;
