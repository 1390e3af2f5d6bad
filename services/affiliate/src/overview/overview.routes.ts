import { getAffiliateOverview, getOverview } from 'contracts/operations/overview';
import type { Overview, OverviewFigures } from 'contracts/overview';
import type { Mount } from 'service-kit/http';
import { openTo } from '../affiliates/affiliate-access.ts';
import type { AffiliateService } from '../affiliates/affiliate.service.ts';
import { sendCsv } from '../csv.ts';
import type { Cell } from '../csv.ts';
import type { LatestRepository } from './latest.repository.ts';
import type { OverviewRepository } from './overview.repository.ts';
import { periodBefore, periodOf } from './period.ts';
import type { Period } from './period.ts';

interface Dependencies {
  service: AffiliateService;
  overviews: OverviewRepository;
  latest: LatestRepository;
}

const centsIn = (currency: string, revenue: OverviewFigures['other_revenue'] = []): number =>
  revenue.find((amount) => amount.currency === currency)?.cents ?? 0;

/** One line a day; amounts in euros, and in a column of its own for each other currency. */
const table = ({ series, totals }: Overview): Cell[][] => {
  const currencies = [
    ...new Set([totals, ...series].flatMap(({ other_revenue = [] }) => other_revenue.map(({ currency }) => currency))),
  ].sort();
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
    ],
    ...series.map(({ day, visits, clicks, registrations, paid, renewals, refunds, revenue_cents, other_revenue }) => [
      day,
      visits,
      clicks,
      registrations,
      paid,
      renewals,
      refunds,
      revenue_cents / 100,
      ...currencies.map((currency) => centsIn(currency, other_revenue) / 100),
    ]),
  ];
};

export const overviewRoutes = (mount: Mount, { service, overviews, latest }: Dependencies): void => {
  const compose = async (affiliateId: string | null, period: Period): Promise<Overview> => {
    const [totals, previous, active_subscribers, series, previous_series, affiliates, models, live, happenings] =
      await Promise.all([
        overviews.totals(affiliateId, period),
        overviews.totals(affiliateId, periodBefore(period)),
        overviews.activeSubscribers(affiliateId),
        overviews.series(affiliateId, period),
        overviews.series(affiliateId, periodBefore(period)),
        affiliateId === null ? overviews.byAffiliate(period) : [],
        overviews.byModel(affiliateId, period),
        overviews.live(affiliateId),
        latest.newest(affiliateId),
      ]);
    return {
      ...period,
      totals,
      previous,
      active_subscribers,
      series,
      previous_series,
      affiliates,
      models,
      live,
      latest: happenings,
    };
  };

  mount(getOverview, async ({ query }, { response }) => {
    const overview = await compose(null, periodOf(query, Date.now()));
    if (query.format === 'csv') sendCsv(response, `apercu-${overview.from}-${overview.to}`, table(overview));
    return overview;
  });
  mount(getAffiliateOverview, async ({ params, query }, { viewer, response }) => {
    const { id, slug } = await openTo(service, viewer, params.slug);
    const overview = await compose(id, periodOf(query, Date.now()));
    if (query.format === 'csv') sendCsv(response, `apercu-${slug}-${overview.from}-${overview.to}`, table(overview));
    return overview;
  });
};
