import { percentile } from 'stack/benches/percentile';
import type { Violation } from './invariants.ts';

export interface Injection {
  kind: string;
  target: string;
  detail: string;
  /** Milliseconds from the end of the fault until each journey has completed once; null when one missed the deadline. */
  recoveryMs: number | null;
  violations: Violation[];
}

export interface Row {
  kind: string;
  injections: number;
  lost: number;
  doubled: number;
  /** Injections after which a journey did not complete again. */
  stuck: number;
  p50: number | null;
  p95: number | null;
}

const rowOf = (kind: string, injections: readonly Injection[]): Row => {
  const times = injections.flatMap(({ recoveryMs }) => (recoveryMs === null ? [] : [recoveryMs / 1_000]));
  const violations = injections.flatMap((injection) => injection.violations);
  return {
    kind,
    injections: injections.length,
    lost: violations.filter((violation) => violation.kind === 'lost').length,
    doubled: violations.filter((violation) => violation.kind === 'doubled').length,
    stuck: injections.length - times.length,
    p50: times.length === 0 ? null : percentile(times, 0.5),
    p95: times.length === 0 ? null : percentile(times, 0.95),
  };
};

/** Returns a row for each kind, and one for all. */
export const rowsOf = (injections: readonly Injection[]): Row[] => [
  ...[...new Set(injections.map(({ kind }) => kind))].map((kind) =>
    rowOf(
      kind,
      injections.filter((injection) => injection.kind === kind),
    ),
  ),
  rowOf('all', injections),
];

const HEADINGS = ['kind', 'injections', 'lost', 'doubled', 'stuck', 'recovery p50 s', 'recovery p95 s'];

/** Formats the table at the end of a run. */
export const tableOf = (rows: readonly Row[]): string => {
  const show = (value: number | null) => (value === null ? '-' : value.toFixed(1));
  const lines = [
    HEADINGS,
    ...rows.map(({ kind, injections, lost, doubled, stuck, p50, p95 }) => [
      kind,
      ...[injections, lost, doubled, stuck].map(String),
      show(p50),
      show(p95),
    ]),
  ];
  const widths = HEADINGS.map((_heading, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
};
