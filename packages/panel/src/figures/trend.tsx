import type { Overview, OverviewFigure } from 'contracts/overview';
import { Suspense } from 'react';
import { FailedPart } from 'ui/failed-part';
import { Skeleton } from 'ui/skeleton';
import { formatNumber, formatPrice } from 'web-kit/formats';
import { lazyPage } from 'web-kit/lazy-page';
import { MONEY } from './figures.ts';
import type { Money } from './figures.ts';
import styles from './figures.module.css';
import { useInView } from './use-in-view.ts';

const Chart = lazyPage(() => import('./chart.tsx'), FailedPart);
const EURO_CENTS = 100;

const compactly = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
  const numbers = new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumFractionDigits: 2, ...options });
  return (value) => numbers.format(value).replace('-', '\u2212');
};
const compactNumber = compactly({});
const compactEuros = compactly({ minimumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' });
/** Formats amounts along the axis as "1,25 M €", as "1 250 000,00 €" is too long. */
const compactPrice = (cents: number) => `${compactEuros(cents / 100)}\u00a0€`;

/** Space reserved for a chart that is not rendered yet. */
export function ChartPlace() {
  return (
    <div className={styles.chartPlace}>
      <Skeleton shape="fill" />
    </div>
  );
}

interface TrendProps {
  title: string;
  overview: Overview;
  figure: OverviewFigure;
  money: Money;
}

/** Chart of one figure over the period; its code is loaded once it comes into view. */
export function Trend({ title, overview, figure, money }: TrendProps) {
  const { element, seen } = useInView<HTMLDivElement>();
  const isMoney = figure === MONEY[money].figure;
  return (
    <div ref={element} className={styles.trend}>
      {seen ? (
        <Suspense fallback={<ChartPlace />}>
          <Chart
            title={title}
            overview={overview}
            figure={figure}
            format={isMoney ? formatPrice : formatNumber}
            scale={isMoney ? compactPrice : compactNumber}
            least={isMoney ? EURO_CENTS : 1}
          />
        </Suspense>
      ) : (
        <ChartPlace />
      )}
    </div>
  );
}
