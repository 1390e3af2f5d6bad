import { SMALL_SAMPLE } from 'contracts/overview';
import type { Overview } from 'contracts/overview';
import { ScrollTable } from 'ui/scroll-table';
import { formatNumber } from 'web-kit/formats';
import styles from './overview.module.css';
import { PartLink } from './part-choice.tsx';

interface SourceTableProps {
  sources: Overview['sources'];
  /** Figures of the whole period, of which those without a source are shown too; absent where a part is chosen. */
  totals?: Overview['totals'];
  /** Whether small sources are merged into one row: in an affiliate's panel (docs/domain.md#small-samples). */
  isCoarse: boolean;
}

const COUNTS = ['visits', 'clicks', 'registrations', 'paid'] as const;
const sumOf = (sources: Overview['sources'], name: (typeof COUNTS)[number]): number =>
  sources.reduce((sum, source) => sum + source[name], 0);

/** Table of figures by sub1, the best first; then those of visitors without one. */
export function SourceTable({ sources, totals, isCoarse }: SourceTableProps) {
  const withoutSource = totals && COUNTS.map((name) => Math.max(0, totals[name] - sumOf(sources, name)));
  return (
    <>
      <ScrollTable
        label="Chiffres par source"
        columns={['Source', 'Visites', 'Clics', 'Inscriptions', 'Premiers paiements'].map((name) => ({
          name,
          isMain: name === 'Premiers paiements',
        }))}
        rows={[
          ...sources.map(({ source, ...counts }) => ({
            id: `source ${source ?? ''}`,
            cells: [
              source === null ? 'Autres sources' : <PartLink kind="source" value={source} name={source} />,
              ...COUNTS.map((name) => formatNumber(counts[name])),
            ],
          })),
          ...(withoutSource?.some((count) => count > 0)
            ? [{ id: 'none', cells: ['Sans source', ...withoutSource.map((count) => formatNumber(count))] }]
            : []),
        ]}
      />
      <p className={`small soft ${styles.hint}`}>
        La source est le paramètre sub1 du lien.
        {isCoarse && ` Celles de moins de ${SMALL_SAMPLE}\u00a0visites ou inscriptions sont regroupées.`}
      </p>
    </>
  );
}
