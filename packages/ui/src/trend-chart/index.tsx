import { useId, useState } from 'react';
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import { classNames } from '../class-names.ts';
import styles from './trend-chart.module.css';

export interface TrendPoint {
  value: number;
  /** Value at the same position of the preceding period; absent where that period was shorter. */
  before: number | undefined;
  /** Label below the axis, such as "14 nov.". */
  tick: string;
  /** Name in the tooltip and for screen readers, such as "Samedi 14 novembre". */
  name: string;
}

export interface TrendChartProps {
  title: string;
  /** Summary of the whole period in a sentence. */
  summary: string;
  points: readonly TrendPoint[];
  /** Names of the two lines. */
  now: string;
  before: string;
  /** Distance in time of the other line's values, such as "30 jours avant". */
  earlier: string;
  format: (value: number) => string;
  /** Formats the values along the axis, where space is short; `format` by default. */
  scale?: ((value: number) => string) | undefined;
  /** Lower limit for the upper end of the scale. */
  least: number;
}

const MAX_TICKS = 5;

/** Rounds up to 1, 2 or 5 times a power of ten. */
export const roundUp = (value: number): number => {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
};

/** Returns the values of the gridlines, the highest first; integers if the highest is one. */
const gridOf = (top: number, bottom: number): number[] => {
  if (bottom < 0) return [top, 0, bottom];
  const parts = [4, 5, 2].find((count) => top % count === 0) ?? 1;
  return Array.from({ length: parts + 1 }, (_, index) => top - (index * top) / parts);
};

/** Returns the positions of the labels below the axis: both ends, and some in between. */
const tickPlaces = (count: number): number[] => {
  const ticks = Math.min(MAX_TICKS, count);
  return Array.from({ length: ticks }, (_, index) =>
    ticks === 1 ? 0 : Math.round((index / (ticks - 1)) * (count - 1)),
  );
};

/**
 * Line chart of a period with the preceding period behind it. A tooltip names the values of a position, by pointer, touch and arrow
 * keys.
 */
export function TrendChart({
  title,
  summary,
  points,
  now,
  before,
  earlier,
  format,
  scale = format,
  least,
}: TrendChartProps) {
  const helpId = useId();
  const [place, setPlace] = useState<number | null>(null);
  const values = points.flatMap((each) => [each.value, each.before ?? 0]);
  const top = roundUp(Math.max(least, ...values));
  const lowest = Math.min(0, ...values);
  const bottom = lowest < 0 ? -roundUp(-lowest) : 0;
  const xOf = (index: number) => (points.length > 1 ? (index / (points.length - 1)) * 100 : 50);
  const yOf = (value: number) => ((top - value) / (top - bottom)) * 100;
  const lineOf = (read: (point: TrendPoint) => number | undefined): string =>
    points
      .map((point, index) => ({ x: xOf(index), value: read(point) }))
      .filter((at): at is { x: number; value: number } => at.value !== undefined)
      .map(({ x, value }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${yOf(value).toFixed(2)}`)
      .join('');
  const line = lineOf(({ value }) => value);
  const selectedPoint = place === null ? undefined : points[place];

  const move = (to: number) => setPlace(Math.max(0, Math.min(points.length - 1, to)));
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) move(Math.round(((clientX - left) / width) * (points.length - 1)));
  };
  const last = points.length - 1;
  const press = (event: KeyboardEvent) => {
    const target: Record<string, number> = {
      ArrowLeft: (place ?? points.length) - 1,
      ArrowRight: (place ?? last) + 1,
      Home: 0,
      End: last,
    };
    const to = target[event.key];
    if (event.key === 'Escape') setPlace(null);
    else if (to === undefined) return;
    else move(to);
    event.preventDefault();
  };
  const earlierOf = (value: number) => `${earlier}\u00a0: ${format(value)}`;
  const textOf = (each: TrendPoint): string =>
    `${each.name}\u00a0: ${format(each.value)}${each.before === undefined ? '' : `, ${earlierOf(each.before)}`}`;

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className="heading">{title}</span>
        <span className={styles.legend} aria-hidden="true">
          <span>{now}</span>
          <span className={styles.earlier}>{before}</span>
        </span>
        <p className={`small soft ${styles.summary}`}>{summary}</p>
      </figcaption>
      <p id={helpId} className="visually-hidden">
        Les flèches parcourent les dates.
      </p>
      <div className={styles.chart}>
        <span className={styles.scale} aria-hidden="true">
          {gridOf(top, bottom).map((value) => (
            <span key={value} style={{ '--at': `${yOf(value)}%` } as CSSProperties}>
              {scale(value)}
            </span>
          ))}
        </span>
        <div
          className={styles.plot}
          role="slider"
          tabIndex={0}
          aria-label={title}
          aria-describedby={helpId}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={(place ?? last) + 1}
          aria-valuetext={textOf(points[place ?? last] as TrendPoint)}
          onKeyDown={press}
          onBlur={() => setPlace(null)}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPlace(null)}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {gridOf(top, bottom).map((value) => (
              <line key={value} className={styles.grid} x1={0} x2={100} y1={yOf(value)} y2={yOf(value)} />
            ))}
            <path className={styles.under} d={`${line}L${xOf(last)} ${yOf(0)}L${xOf(0)} ${yOf(0)}Z`} />
            <path className={styles.before} d={lineOf((each) => each.before)} />
            <path className={styles.now} d={line} />
          </svg>
          {selectedPoint && place !== null && (
            <div
              className={classNames(styles.mark, xOf(place) > 50 && styles.left)}
              style={{ '--x': `${xOf(place)}%`, '--y': `${yOf(selectedPoint.value)}%` } as CSSProperties}
              aria-hidden="true"
            >
              <i className={styles.cursor} />
              <i className={styles.point} />
              <span className={styles.tip}>
                <span>{selectedPoint.name}</span>
                <b>{format(selectedPoint.value)}</b>
                {selectedPoint.before !== undefined && <span>{earlierOf(selectedPoint.before)}</span>}
              </span>
            </div>
          )}
        </div>
        <span className={styles.days} aria-hidden="true">
          {tickPlaces(points.length).map((index) => (
            <span key={index} style={{ '--at': `${xOf(index)}%` } as CSSProperties}>
              {points[index]?.tick}
            </span>
          ))}
        </span>
      </div>
    </figure>
  );
}
