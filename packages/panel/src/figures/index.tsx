import { addDays, parisDay, PERIOD_DEFAULT_DAYS } from 'contracts/days';
import type { Overview } from 'contracts/overview';
import { useState } from 'react';
import { DashboardSection } from 'ui/dashboard';
import { FigureCards } from 'ui/figure-cards';
import { TextLink } from 'ui/text-link';
import { Link } from 'web-kit/router';
import { useOverview } from './api/get-overview.ts';
import { figuresOf } from './figures.ts';
import type { Money } from './figures.ts';
import type { PanelOwner } from '../panel-owner.ts';
import { QueryBoundary } from '../query-boundary/index.tsx';

export { saveOverview, useOverview } from './api/get-overview.ts';
export type { OverviewPart, Period } from './api/get-overview.ts';
export { bucketsOf, isWeekly } from './buckets.ts';
export type { Point } from './buckets.ts';
export { figuresOf, MONEY, moneyText } from './figures.ts';
export type { Money } from './figures.ts';
export { percentOf } from './percent.ts';
export { useModelMoney } from './use-model-money.ts';

/** The first figures of the overview: what came, and what it brought. */
const SHOWN = 6;

/** The overview of the last thirty days. */
export const useHomeOverview = (owner: PanelOwner) => {
  const [today] = useState(() => parisDay(Date.now()));
  return useOverview(owner, { from: addDays(today, 1 - PERIOD_DEFAULT_DAYS), to: today });
};

interface HomeFiguresProps {
  /** Of `useHomeOverview`. */
  query: { data: Overview | undefined; error: unknown; refetch: () => Promise<unknown> };
  /** Address of the whole overview. */
  href: string;
  money: Money;
}

/** The figures with which a panel opens. */
export function HomeFigures({ query, href, money }: HomeFiguresProps) {
  return (
    <QueryBoundary title="30 derniers jours" query={query}>
      {(overview) => (
        <DashboardSection
          title="30 derniers jours"
          action={
            <TextLink href={href} component={Link} arrow>
              Aperçu complet
            </TextLink>
          }
        >
          <FigureCards figures={figuresOf(overview, money).slice(0, SHOWN)} />
        </DashboardSection>
      )}
    </QueryBoundary>
  );
}
