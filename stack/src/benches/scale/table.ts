import type { Measured } from '../open-loop.ts';

/** Measurements with this number of models. */
export interface SizeResult {
  models: number;
  requests: ReadonlyMap<string, Pick<Measured, 'p50' | 'p95'>>;
  /** Megabytes by process. */
  memory: ReadonlyMap<string, number>;
}

/** Maximum ratio of the largest size's cost to the smallest's. */
export const GOAL = 1.2;

const ratioText = (smallest: number | undefined, largest: number | undefined): string => {
  const ratio = (largest ?? NaN) / (smallest ?? NaN);
  if (!Number.isFinite(ratio)) return '-';
  return `${ratio.toFixed(2)}${ratio > GOAL ? ' *' : ''}`;
};
const cell = (value: number | undefined): string => value?.toFixed(1) ?? '-';

/**
 * Formats a table: one line per figure, one column per size, and the ratio of the largest to the smallest, marked when above the
 * goal.
 */
export const scaleTable = (results: readonly SizeResult[]): string => {
  const rowOf = (name: string, values: (number | undefined)[]) => [
    name,
    ...values.map(cell),
    ratioText(values[0], values.at(-1)),
  ];
  const requests = [...(results[0]?.requests.keys() ?? [])];
  const processes = [...(results[0]?.memory.keys() ?? [])];
  const lines = [
    ['models', ...results.map(({ models }) => String(models)), 'ratio'],
    ...requests.flatMap((name) =>
      (['p50', 'p95'] as const).map((figure) =>
        rowOf(
          `${name} ${figure} ms`,
          results.map((result) => result.requests.get(name)?.[figure]),
        ),
      ),
    ),
    ...processes.map((name) =>
      rowOf(
        `${name} MB`,
        results.map(({ memory }) => memory.get(name)),
      ),
    ),
  ];
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
