import type { PayoutBatch } from 'contracts/commissions';
import { addDays, parisDay } from 'contracts/days';
import type { HttpClient } from '../http-client.ts';
import { percentile } from '../percentile.ts';

/** Number of sequential measurements per read; the first one fills the server's caches and is not counted. */
const ROUNDS = 20;
const YEAR_DAYS = 365;

/** Read of figures, with its path. */
export interface FigureRead {
  name: string;
  path: string;
}

/** Durations of a read in milliseconds. */
export interface ReadTimes {
  name: string;
  p50: number;
  p95: number;
}

/** Returns the largest paid statement and its affiliate. @throws Error when there is none */
export const largestOf = (
  batches: readonly Pick<PayoutBatch, 'state' | 'statements'>[],
): { slug: string; statementId: string } => {
  const [statement] = batches
    .filter(({ state }) => state === 'paid')
    .flatMap(({ statements }) => statements)
    .toSorted((one, other) => other.cents - one.cents);
  if (!statement) throw new Error('there is no paid statement');
  return { slug: statement.affiliate.slug, statementId: statement.id };
};

/** Returns the reads: dashboards of a year, due amounts and statements. */
export const figureReads = ({ slug, statementId }: ReturnType<typeof largestOf>, nowMs: number): FigureRead[] => {
  const to = parisDay(nowMs);
  const year = `from=${addDays(to, 1 - YEAR_DAYS)}&to=${to}`;
  const statement = `/api/payouts/statements/${statementId}`;
  return [
    { name: 'overview of all', path: `/api/affiliates/overview?${year}` },
    { name: 'overview of one affiliate', path: `/api/affiliates/${slug}/overview?${year}` },
    { name: 'overview of one source', path: `/api/affiliates/overview?${year}&source=source-1` },
    { name: 'overview of one model', path: `/api/affiliates/overview?${year}&model=scale-1` },
    { name: 'commissions due', path: '/api/payouts/due' },
    { name: 'batches', path: '/api/payouts/batches' },
    { name: 'earnings', path: `/api/affiliates/${slug}/earnings` },
    { name: 'statement, JSON', path: statement },
    { name: 'statement, CSV', path: `${statement}?format=csv` },
    { name: 'statement, PDF', path: `${statement}?format=pdf` },
  ];
};

/** Measures each read alone. @throws Error for any status but 200 */
export const measureReads = async (
  http: Pick<HttpClient, 'get'>,
  token: string,
  reads: readonly FigureRead[],
): Promise<ReadTimes[]> => {
  const times: ReadTimes[] = [];
  for (const { name, path } of reads) {
    const durationsMs: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const began = performance.now();
      const { status } = await http.get(path, { authorization: `Bearer ${token}` });
      if (status !== 200) throw new Error(`${path} responded ${status}`);
      if (round > 0) durationsMs.push(performance.now() - began);
    }
    times.push({ name, p50: percentile(durationsMs, 0.5), p95: percentile(durationsMs, 0.95) });
  }
  return times;
};
