import { z } from 'zod';
import { day } from './days.ts';

/** Characters of sub1 by which visits, registrations and payments are counted. */
export const SOURCE_LENGTH = 64;
/** The source of a click: its first characters, counted as PostgreSQL does, which an emoji is one of. */
export const sourceOf = (clickId: string): string => [...clickId].slice(0, SOURCE_LENGTH).join('');
/** The source of visits beyond those that are counted apart, and of the rest of a list. */
export const OTHER_SOURCES = 'autres';
/** Visits or registrations below which an affiliate sees a source only among the others (docs/domain.md#small-samples). */
export const SMALL_SAMPLE = 5;

/** Figures of a period. Money in cents, less refunds; a refund counts on its own day. */
const counts = {
  /** Visits of the public site (docs/domain.md#visits). */
  visits: z.number().int(),
  /** Visits that began by a link. */
  clicks: z.number().int(),
  registrations: z.number().int(),
  /** First payments. */
  paid: z.number().int(),
  renewals: z.number().int(),
  /** Refunds and chargebacks. */
  refunds: z.number().int(),
  /** Revenue in the offer's currency. */
  revenue_cents: z.number().int(),
  /** Commissions less clawbacks, of the day of the payment or refund; in the offer's currency. */
  earnings_cents: z.number().int(),
  /** The clawbacks among them: zero or below. */
  clawback_cents: z.number().int(),
};
const revenue = z.object({ currency: z.string(), cents: z.number().int() });
const figures = {
  ...counts,
  /** Revenue in the other currencies that the partner has stated; absent where there are none. */
  other_revenue: z.array(revenue).optional(),
  other_earnings: z.array(revenue).optional(),
  other_clawbacks: z.array(revenue).optional(),
};
export const overviewFigures = z.object(figures);
export type OverviewFigures = z.infer<typeof overviewFigures>;
export type OverviewFigure = keyof typeof counts;
/** Models whose figures one call returns: their slugs fit into an address. */
export const MODEL_FIGURES_MAX = 100;
/** Figures of a period in which nothing came. */
export const ZERO_FIGURES: OverviewFigures = {
  visits: 0,
  clicks: 0,
  registrations: 0,
  paid: 0,
  renewals: 0,
  refunds: 0,
  revenue_cents: 0,
  earnings_cents: 0,
  clawback_cents: 0,
};

/** Figures of a period for each of some models, in the order of the request. */
export const modelFigures = z.array(z.object({ slug: z.string(), ...figures }));
export type ModelFigures = z.infer<typeof modelFigures>[number];

const slugAndName = z.object({ slug: z.string(), name: z.string() });

export const HAPPENINGS = [
  'registration',
  'first',
  'renewal',
  'refund',
  'chargeback',
  'live.started',
  'live.ended',
] as const;
/** Something that happened, without anything of the person that it happened to. */
export const happening = z.object({
  /** Instant; for events of people, an affiliate sees the day in Paris alone, and no amount (docs/domain.md#small-samples). */
  at: z.union([z.iso.datetime(), day]),
  kind: z.enum(HAPPENINGS),
  model: slugAndName.nullable(),
  /** Credited affiliate. */
  affiliate: slugAndName.nullable(),
  amount_cents: z.number().int().nullable(),
  /** Currency of the amount; absent: the offer's. */
  currency: z.string().optional(),
});
export type Happening = z.infer<typeof happening>;

/** Figures and latest events of a period, and the present state: of the whole platform, or of the credits of one affiliate. */
export const overview = z.object({
  from: day,
  to: day,
  totals: overviewFigures,
  /** The same number of days, just before. */
  previous: overviewFigures,
  /** People who have access now. */
  active_subscribers: z.number().int(),
  /** Every day of the period. */
  series: z.array(z.object({ day, ...figures })),
  /** Every day of the one before. */
  previous_series: z.array(z.object({ day, ...figures })),
  /** Present for the administrator; people without an affiliate are under a null slug. */
  affiliates: z.array(z.object({ slug: z.string().nullable(), name: z.string(), ...figures })),
  models: z.array(z.object({ slug: z.string(), name: z.string(), ...figures })),
  /** Largest sources, by sub1 of the link; the others are together under null. Visits without sub1 are left out. */
  sources: z.array(
    z.object({
      source: z.string().nullable(),
      visits: z.number().int(),
      clicks: z.number().int(),
      registrations: z.number().int(),
      paid: z.number().int(),
    }),
  ),
  /** Empty, like `latest`, where one model or source is chosen. */
  live: z.array(slugAndName.extend({ since: z.iso.datetime() })),
  /** Count of all live models, of which at most 200 are listed. Absent in responses of former versions. */
  live_count: z.number().int().optional(),
  /** The newest first, of whatever period. */
  latest: z.array(happening),
});
export type Overview = z.infer<typeof overview>;
