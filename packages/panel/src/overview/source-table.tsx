import { SMALL_SAMPLE } from 'contracts/overview';
import type { Overview } from 'contracts/overview';
import { ScrollTable } from 'ui/scroll-table';
import { formatNumber } from 'web-kit/formats';
import styles from './overview.module.css';
import { PartLink } from './part-choice.tsx';

interface SourceTableProps {
  sources: Overview['sources'];
  /** Whether small sources are merged into one row: in an affiliate's panel (docs/domain.md#small-samples). */
  isCoarse: boolean;
}

/** Table of figures by sub1, the best first. */
export function SourceTable({ sources, isCoarse }: SourceTableProps) {
  return (
    <>
      <ScrollTable
        label="Chiffres par source"
        columns={['Source', 'Visites', 'Clics', 'Inscriptions', 'Premiers paiements'].map((name) => ({
          name,
          isMain: name === 'Premiers paiements',
        }))}
        rows={sources.map(({ source, visits, clicks, registrations, paid }) => ({
          id: source ?? '',
          cells: [
            source === null ? 'Autres sources' : <PartLink kind="source" value={source} name={source} />,
            ...[visits, clicks, registrations, paid].map((count) => formatNumber(count)),
          ],
        }))}
      />
      <p className={`small soft ${styles.hint}`}>
        La source est le paramètre sub1 du lien.
        {isCoarse && ` Celles de moins de ${SMALL_SAMPLE}\u00a0visites ou inscriptions sont regroupées.`}
      </p>
    </>
  );
}
