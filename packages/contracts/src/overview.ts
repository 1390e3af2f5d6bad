import { z } from 'zod';
import { day } from './days.ts';

/** Number of characters of sub1 that distinguish sources of visits, registrations and payments. */
export const SOURCE_LENGTH = 64;
/** Returns the source of a click: its first characters, counted as PostgreSQL does (an emoji is one character). */
export const sourceOf = (clickId: string): string => [...clickId].slice(0, SOURCE_LENGTH).join('');
/** Source of visits beyond the separately counted sources, and of the rest of a list. */
export const OTHER_SOURCES = 'autres';
/**
 * Number of visits or registrations below which an affiliate sees a source only within the others (docs/domain.md#small-samples).
 */
export const SMALL_SAMPLE = 5;

/** Figures of a period. Amounts in cents, net of refunds; a refund counts on its own day. */
const counts = {
  /** Visits of the public site (docs/domain.md#visits). */
  visits: z.number().int(),
  /** Visits that began with a link. */
  clicks: z.number().int(),
  registrations: z.number().int(),
  /** Number of first payments. */
  paid: z.number().int(),
  renewals: z.number().int(),
  /** Number of refunds and chargebacks. */
  refunds: z.number().int(),
  /** Revenue in the offer's currency. */
  revenue_cents: z.number().int(),
  /** Commissions minus clawbacks, on the day of the payment or refund, in the offer's currency. */
  earnings_cents: z.number().int(),
  /** The clawbacks in `earnings_cents`: zero or below. */
  clawback_cents: z.number().int(),
};
const revenue = z.object({ currency: z.string(), cents: z.number().int() });
const figures = {
  ...counts,
  /** Revenue in other currencies that the partner stated; absent when there is none. */
  other_revenue: z.array(revenue).optional(),
  other_earnings: z.array(revenue).optional(),
  other_clawbacks: z.array(revenue).optional(),
};
export const overviewFigures = z.object(figures);
export type OverviewFigures = z.infer<typeof overviewFigures>;
export type OverviewFigure = keyof typeof counts;
/** Maximum number of models per call: their slugs must fit into an address. */
export const MODEL_FIGURES_MAX = 100;
/** Figures of a period without any event. */
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

/** Figures of a period for each requested model, in the order of the request. */
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
/** Event of the activity list, without personal data. */
export const happening = z.object({
  /**
   * Instant of the event. Affiliates see only the day in Paris for events of subscribers, and no amount
   * (docs/domain.md#small-samples).
   */
  at: z.union([z.iso.datetime(), day]),
  kind: z.enum(HAPPENINGS),
  model: slugAndName.nullable(),
  /** Credited affiliate. */
  affiliate: slugAndName.nullable(),
  amount_cents: z.number().int().nullable(),
  /** Currency of the amount; absent: that of the offer. */
  currency: z.string().optional(),
});
export type Happening = z.infer<typeof happening>;

/** Figures and latest events of a period, and the current state: of the whole platform, or of one affiliate's share. */
export const overview = z.object({
  from: day,
  to: day,
  /** First day with figures of the platform or the affiliate; null without any. Absent in older responses. */
  first_day: day.nullable().optional(),
  totals: overviewFigures,
  /** Figures of the equally long period just before. */
  previous: overviewFigures,
  /** Number of subscribers with access now. */
  active_subscribers: z.number().int(),
  /** Figures of every day of the period. */
  series: z.array(z.object({ day, ...figures })),
  /** Figures of every day of the previous period. */
  previous_series: z.array(z.object({ day, ...figures })),
  /** Only for the administrator; people without an affiliate are under a null slug. */
  affiliates: z.array(z.object({ slug: z.string().nullable(), name: z.string(), ...figures })),
  models: z.array(z.object({ slug: z.string(), name: z.string(), ...figures })),
  /** Largest sources, by sub1 of the link; all others together under null. Visits without sub1 are left out. */
  sources: z.array(
    z.object({
      source: z.string().nullable(),
      visits: z.number().int(),
      clicks: z.number().int(),
      registrations: z.number().int(),
      paid: z.number().int(),
    }),
  ),
  /** Empty, like `latest`, when the overview is limited to one model or source. */
  live: z.array(slugAndName.extend({ since: z.iso.datetime() })),
  /** Number of all live models, of which at most 200 are listed. Absent in older responses. */
  live_count: z.number().int().optional(),
  /** Newest events first, regardless of the period. */
  latest: z.array(happening),
});
export type Overview = z.infer<typeof overview>;
