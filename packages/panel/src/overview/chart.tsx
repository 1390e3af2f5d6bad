import type { Overview, OverviewFigure } from 'contracts/overview';
import { formatDate } from 'web-kit/formats';
import { bucketsOf, isWeekly, roundUp } from './buckets.ts';
import styles from './chart.module.css';

export interface ChartProps {
  title: string;
  series: Overview['series'];
  /** One or two figures, drawn side by side. */
  figures: readonly { figure: OverviewFigure; name: string }[];
  format: (value: number) => string;
  /** Where the scale ends when nothing has come. */
  least: number;
}

/** Units of the drawing; it is stretched to its place. */
const HEIGHT = 100;
const SLOT = 10;
const GAP = 2;

/** 24/10, or 24/10/2026 where the drawing goes over the end of a year. */
const shortDay = (day: string, other: string): string =>
  `${day.slice(8)}/${day.slice(5, 7)}${day.slice(0, 4) === other.slice(0, 4) ? '' : `/${day.slice(0, 4)}`}`;
const fullDay = (day: string): string => formatDate(`${day}T12:00:00Z`);

/** Bars over time. The same figures stand as a table under it: the drawing is for eyes alone. */
export default function Chart({ title, series, figures, format, least }: ChartProps) {
  const points = bucketsOf(series);
  const values = points.flatMap((point) => figures.map(({ figure }) => point[figure]));
  const top = roundUp(Math.max(least, ...values));
  const lowest = Math.min(0, ...values);
  const bottom = lowest < 0 ? -roundUp(-lowest) : 0;
  const heightOf = (value: number) => (Math.abs(value) / (top - bottom)) * HEIGHT;
  const zero = heightOf(top);
  const width = (SLOT - GAP) / figures.length;
  const [first, last] = [points[0]?.day ?? '', points.at(-1)?.until ?? ''];
  const sums = figures
    .map(({ figure, name }) => `${name}\u00a0: ${format(points.reduce((sum, point) => sum + point[figure], 0))}`)
    .join(', ');

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className="heading">{title}</span>
        <span className="small soft">{isWeekly(series) ? 'par semaine' : 'par jour'}</span>
        {figures.length > 1 && (
          <span className={styles.legend}>
            {figures.map(({ figure, name }, index) => (
              <span key={figure} data-series={index}>
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <div className={styles.plot}>
        <span className={styles.scale} aria-hidden="true">
          <span>{format(top)}</span>
          <span>{format(bottom)}</span>
        </span>
        <svg
          role="img"
          aria-label={`${title}, ${isWeekly(series) ? 'par semaine' : 'par jour'}. ${sums}`}
          viewBox={`0 0 ${points.length * SLOT} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          {points.map((point, index) => (
            <g key={point.day}>
              <title>
                {[
                  point.day === point.until
                    ? fullDay(point.day)
                    : `Du ${fullDay(point.day)} au ${fullDay(point.until)}`,
                  ...figures.map(({ figure, name }) => `${name}\u00a0: ${format(point[figure])}`),
                ].join('\n')}
              </title>
              <rect className={styles.slot} x={index * SLOT} y={0} width={SLOT} height={HEIGHT} />
              {figures.map(({ figure }, place) => (
                <rect
                  key={figure}
                  data-series={place}
                  x={index * SLOT + GAP / 2 + place * width}
                  y={point[figure] >= 0 ? zero - heightOf(point[figure]) : zero}
                  width={width}
                  height={heightOf(point[figure])}
                />
              ))}
            </g>
          ))}
          <line x1={0} x2={points.length * SLOT} y1={zero} y2={zero} vectorEffect="non-scaling-stroke" />
        </svg>
        <span className={styles.days} aria-hidden="true">
          <span>{shortDay(first, last)}</span>
          <span>{shortDay(last, first)}</span>
        </span>
      </div>
    </figure>
  );
}
