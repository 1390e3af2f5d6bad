import type { AssetKind } from 'contracts/media';
import type { BackfillOutcome, RenditionBackfill } from './rendition-backfill.ts';

interface Options {
  kinds: readonly AssetKind[];
  /** Whether to list the assets without creating renditions. */
  isDryRun: boolean;
  /** Maximum number of assets. */
  limit: number;
  /** Number of assets processed concurrently. */
  concurrency: number;
  signal: AbortSignal;
  /** Prints a line of progress. */
  report: (line: string) => void;
}

export type BackfillCounts = Record<BackfillOutcome | 'listed' | 'failed', number>;

/**
 * Processes incomplete assets until none remain, the limit is reached or the signal is aborted. A failed asset is reported and
 * skipped.
 */
export const runBackfill = async (
  backfill: RenditionBackfill,
  { kinds, isDryRun, limit, concurrency, signal, report }: Options,
): Promise<BackfillCounts> => {
  const counts: BackfillCounts = { made: 0, superseded: 0, 'source-missing': 0, failed: 0, listed: 0 };
  const incomplete = backfill.incomplete(kinds);
  let started = 0;
  const handleNext = async (): Promise<void> => {
    while (started < limit && !signal.aborted) {
      started += 1;
      const { value } = await incomplete.next();
      if (!value) return;
      const name = `${value.asset.kind} ${value.asset.id}`;
      try {
        const outcome = isDryRun ? 'listed' : await backfill.complete(value);
        counts[outcome] += 1;
        report(`${outcome}  ${name}  ${value.missing.join(' ')}`);
      } catch (error) {
        if (signal.aborted) return;
        counts.failed += 1;
        report(`failed  ${name}  ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, handleNext));
  return counts;
};
