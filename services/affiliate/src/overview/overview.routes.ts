import {
  getAffiliateModelFigures,
  getAffiliateOverview,
  getModelFigures,
  getOverview,
} from 'contracts/operations/overview';
import type { OverviewQuery } from 'contracts/operations/overview';
import { SMALL_SAMPLE, ZERO_FIGURES } from 'contracts/overview';
import type { Overview, OverviewFigures } from 'contracts/overview';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/mount-operation';
import { openTo } from '../affiliates/affiliate-access.ts';
import type { AffiliateService } from '../affiliates/affiliate.service.ts';
import { sendCsv } from '../csv.ts';
import type { Cell } from '../csv.ts';
import type { LatestRepository } from './latest.repository.ts';
import type { LiveRepository } from './live.repository.ts';
import type { OverviewRepository, OverviewScope } from './overview.repository.ts';
import { periodBefore, periodOf } from './period.ts';
import type { Period } from './period.ts';
import { isSmallSample, withoutPerson } from './small-samples.ts';

interface Dependencies {
  affiliateService: AffiliateService;
  overviews: OverviewRepository;
  lives: LiveRepository;
  latest: LatestRepository;
  /** Returns milliseconds. */
  clock: () => number;
}

type Amounts = NonNullable<OverviewFigures['other_revenue']>;
const centsIn = (currency: string, amounts: Amounts = []): number =>
  amounts.find((amount) => amount.currency === currency)?.cents ?? 0;
const currenciesOf = (amounts: readonly (Amounts | undefined)[]): string[] =>
  [...new Set(amounts.flatMap((each = []) => each.map(({ currency }) => currency)))].sort();

/**
 * One line a day; amounts in euros, and in a column of its own for each other currency.
 * @param hasEarnings whether with commissions: of one affiliate
 */
const table = ({ series, totals }: Overview, hasEarnings: boolean): Cell[][] => {
  const all = [totals, ...series];
  const currencies = currenciesOf(all.map(({ other_revenue }) => other_revenue));
  const ofEarnings = currenciesOf(all.map(({ other_earnings }) => other_earnings));
  return [
    [
      'Jour',
      'Visites',
      'Clics',
      'Inscriptions',
      'Premiers paiements',
      'Renouvellements',
      'Remboursements',
      'Revenu (€)',
      ...currencies.map((currency) => `Revenu (${currency})`),
      ...(hasEarnings ? ['Commissions (€)', ...ofEarnings.map((currency) => `Commissions (${currency})`)] : []),
    ],
    ...series.map((figures) => [
      figures.day,
      figures.visits,
      figures.clicks,
      figures.registrations,
      figures.paid,
      figures.renewals,
      figures.refunds,
      { cents: figures.revenue_cents },
      ...currencies.map((currency) => ({ cents: centsIn(currency, figures.other_revenue) })),
      ...(hasEarnings
        ? [
            { cents: figures.earnings_cents },
            ...ofEarnings.map((currency) => ({ cents: centsIn(currency, figures.other_earnings) })),
          ]
        : []),
    ]),
  ];
};

/** @throws AppError VALIDATION_FAILED where a model and a source are chosen */
const partOf = ({ model, source }: Pick<OverviewQuery, 'model' | 'source'>): OverviewScope['part'] => {
  if (model !== undefined && source !== undefined)
    throw new AppError('VALIDATION_FAILED', { text: 'Choisissez un modèle ou une source' });
  if (model !== undefined) return { model };
  return source === undefined ? undefined : { source };
};

/** The name of a file; a source is any text, so it is not named. */
const fileName = (slug: string, { model, source }: OverviewQuery, { from, to }: Period): string =>
  [
    'apercu',
    slug,
    model !== undefined && /^[a-z0-9-]+$/.test(model) && model,
    source !== undefined && 'source',
    from,
    to,
  ]
    .filter(Boolean)
    .join('-');

const NO_LIVES = { models: [], count: 0 };

export const overviewRoutes = (
  mount: Mount,
  { affiliateService, overviews, lives, latest, clock }: Dependencies,
): void => {
  /** @param isPersonal whether single persons may be seen: by the administrator (docs/domain.md#small-samples) */
  const compose = async (scope: OverviewScope, period: Period, isPersonal: boolean): Promise<Overview> => {
    const { affiliateId, part } = scope;
    const isSource = part !== undefined && 'source' in part;
    const figuresOf = async (days: Period) => {
      const { totals, series } = await overviews.figures(scope, days);
      return isSource && !isPersonal && isSmallSample(totals)
        ? { totals: ZERO_FIGURES, series: series.map(({ day }) => ({ day, ...ZERO_FIGURES })), isHidden: true }
        : { totals, series, isHidden: false };
    };
    const [now, before, firstDay, active, affiliates, models, sources, live, happenings] = await Promise.all([
      figuresOf(period),
      figuresOf(periodBefore(period)),
      overviews.firstDay(affiliateId),
      overviews.activeSubscribers(scope),
      affiliateId === null && !part ? overviews.byAffiliate(period) : [],
      overviews.byModel(affiliateId, period),
      overviews.bySource(affiliateId, period, isPersonal ? 1 : SMALL_SAMPLE),
      part ? NO_LIVES : lives.now(affiliateId),
      part ? [] : latest.newest(affiliateId),
    ]);
    return {
      ...period,
      first_day: firstDay,
      totals: now.totals,
      previous: before.totals,
      active_subscribers: now.isHidden ? 0 : active,
      series: now.series,
      previous_series: before.series,
      affiliates,
      models,
      sources,
      live: live.models,
      live_count: live.count,
      latest: isPersonal ? happenings : happenings.map(withoutPerson),
    };
  };

  mount(getOverview, async ({ query }, { response }) => {
    const overview = await compose({ affiliateId: null, part: partOf(query) }, periodOf(query, clock()), true);
    if (query.format === 'csv') sendCsv(response, fileName('', query, overview), table(overview, false));
    return overview;
  });
  mount(getAffiliateOverview, async ({ params, query }, { viewer, response }) => {
    const { id, slug } = await openTo(affiliateService, viewer, params.slug);
    const isPersonal = viewer.role === 'administrator';
    const overview = await compose({ affiliateId: id, part: partOf(query) }, periodOf(query, clock()), isPersonal);
    if (query.format === 'csv') sendCsv(response, fileName(slug, query, overview), table(overview, true));
    return overview;
  });
  mount(getModelFigures, ({ query }) => overviews.ofModels(null, periodOf(query, clock()), query.slugs));
  mount(getAffiliateModelFigures, async ({ params, query }, { viewer }) => {
    const { id } = await openTo(affiliateService, viewer, params.slug);
    return overviews.ofModels(id, periodOf(query, clock()), query.slugs);
  });
};
