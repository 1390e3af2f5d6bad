import { getAffiliateOverview, getOverview } from 'contracts/operations/overview';
import type { Overview } from 'contracts/overview';
import type { Mount } from 'service-kit/http';
import { openTo } from '../affiliates/affiliate-access.ts';
import type { AffiliateService } from '../affiliates/affiliate.service.ts';
import { sendCsv } from '../csv.ts';
import type { Cell } from '../csv.ts';
import type { LatestRepository } from './latest.repository.ts';
import type { OverviewRepository } from './overview.repository.ts';
import { periodBefore, periodOf } from './period.ts';
import type { Period } from './period.ts';

interface OverviewRouteDeps {
  service: AffiliateService;
  overviews: OverviewRepository;
  latest: LatestRepository;
}

/** One line a day; amounts in euros. */
const table = ({ series }: Overview): Cell[][] => [
  ['Jour', 'Inscriptions', 'Premiers paiements', 'Remboursements', 'Revenu (€)'],
  ...series.map(({ day, registrations, paid, refunds, revenue_cents }) => [
    day,
    registrations,
    paid,
    refunds,
    revenue_cents / 100,
  ]),
];

export const overviewRoutes = (mount: Mount, { service, overviews, latest }: OverviewRouteDeps): void => {
  const compose = async (affiliateId: string | null, period: Period): Promise<Overview> => {
    const [totals, previous, active_subscribers, series, affiliates, models, live, happenings] = await Promise.all([
      overviews.totals(affiliateId, period),
      overviews.totals(affiliateId, periodBefore(period)),
      overviews.activeSubscribers(affiliateId),
      overviews.series(affiliateId, period),
      affiliateId === null ? overviews.byAffiliate(period) : [],
      overviews.byModel(affiliateId, period),
      overviews.live(affiliateId),
      latest.newest(affiliateId),
    ]);
    return { ...period, totals, previous, active_subscribers, series, affiliates, models, live, latest: happenings };
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
