import { createHmac, randomBytes } from 'node:crypto';
import type { recordVisit } from 'contracts/operations/visits';
import type { HandlerInput } from 'contracts/operation';
import { PAGES } from 'contracts/pages';
import { isbot } from 'isbot';
import type { VisitRepository } from './visit.repository.ts';

/** Characters of sub1 that are counted by. */
const SOURCE_LENGTH = 64;
/** Milliseconds for which the key of a day is held here: the day ends in between. */
const KEY_HELD_MS = 60_000;

export interface Visitor {
  address: string;
  userAgent: string;
}

const slugIn = (path: string, pattern: RegExp): string => pattern.exec(path)?.[1] ?? '';
const patternOf = (page: 'model' | 'live' | 'partner') =>
  new RegExp(`^${PAGES[page].path.replace(/:\w+/, '([^/]+)')}$`);
const [MODEL, LIVE, PARTNER] = [patternOf('model'), patternOf('live'), patternOf('partner')];

/** Counts visits of the public site (docs/domain.md#visits). */
export const createVisitService = ({ visits, clock }: { visits: VisitRepository; clock: () => number }) => {
  let held: { promise: ReturnType<VisitRepository['keyOfToday']>; until: number } | null = null;
  const keyOfToday = async () => {
    if (!held || clock() >= held.until)
      held = { promise: visits.keyOfToday(randomBytes(32)), until: clock() + KEY_HELD_MS };
    try {
      return await held.promise;
    } catch (error) {
      held = null;
      throw error;
    }
  };

  return {
    /** Counts the visit of a person; bots are passed over. Returns whether it counted. */
    record: async (
      { path, trackingParams: tracking = {} }: HandlerInput<typeof recordVisit>['body'],
      { address, userAgent }: Visitor,
    ): Promise<boolean> => {
      if (userAgent === '' || isbot(userAgent)) return false;
      const { clickId = '', affiliateParam = '', fbPixelId = '' } = tracking;
      const partnerAffiliate = tracking.partnerAffiliate || slugIn(path, PARTNER);
      const model = slugIn(path, MODEL) || slugIn(path, LIVE);
      const { affiliateId, isModel } = await visits.attribute({ affiliate: affiliateParam, partnerAffiliate, model });
      const { day, key } = await keyOfToday();
      // The link of another affiliate begins another visit.
      const linked = affiliateParam || partnerAffiliate;
      const digest = createHmac('sha256', key)
        .update(JSON.stringify([address, userAgent, linked]))
        .digest();
      return visits.count(day, digest, {
        affiliateId,
        modelSlug: isModel ? model : '',
        source: clickId.slice(0, SOURCE_LENGTH),
        isClick: Boolean(clickId || linked || fbPixelId),
      });
    },
  };
};
export type VisitService = ReturnType<typeof createVisitService>;
