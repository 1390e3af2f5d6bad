import { REPORT_ROWS } from 'contracts/operations/postback-report';
import type { ReportComparison, ReportedEvent } from 'contracts/operations/postback-report';
import type { Verdict } from 'contracts/operations/postbacks';
import { formatNumber, plural } from 'web-kit/formats';
import styles from './payments.module.css';
import { amountText, eventText } from './postback-texts.ts';

interface Movement {
  event: ReportedEvent | null;
  amount_cents: number;
  currency: string;
}
const movementText = (movement: Movement): string =>
  [...(movement.event ? [eventText({ event: movement.event })] : []), amountText(movement)].join(', ');

const ARRIVALS: Record<Verdict, string> = {
  recorded: 'reçu',
  duplicate: 'reçu',
  unmatched: 'reçu, sans correspondance',
  ignored: 'reçu, ignoré',
  declined: 'reçu comme refus',
  rejected: 'reçu, rejeté',
};
const DIFFERENCES = { amount: 'montant', currency: 'devise', event: 'type' } as const;

/** One line of the result, all parts formatted. */
interface Row {
  kind: string;
  transaction: string;
  reported: string;
  recorded: string;
}
const rowsOf = ({ missing, surplus, different, unreadable }: ReportComparison): Row[] => [
  ...missing.map((line) => ({
    kind: 'Manquant',
    transaction: line.transaction_id,
    reported: movementText(line),
    recorded: line.verdict === null ? 'jamais reçu' : ARRIVALS[line.verdict],
  })),
  ...surplus.map((entry) => ({
    kind: 'En trop',
    transaction: entry.transaction_id,
    reported: 'absent du relevé',
    recorded: movementText(entry),
  })),
  ...different.map(({ transaction_id, differs, reported, recorded }) => ({
    kind: `Différent\u00a0: ${differs.map((part) => DIFFERENCES[part]).join(', ')}`,
    transaction: transaction_id,
    reported: movementText(reported),
    recorded: movementText(recorded),
  })),
  ...unreadable.map(({ line, reason }) => ({
    kind: 'Illisible',
    transaction: `ligne ${line}`,
    reported: reason,
    recorded: '–',
  })),
];

/** Lists the differences between a report and the ledger. */
export function ReportTable({ result }: { result: ReportComparison }) {
  const rows = rowsOf(result);
  const { missing, surplus, different, unreadable } = result.totals;
  const summary = `${plural(result.compared, 'ligne comparée', 'lignes comparées')}, ${plural(missing + surplus + different + unreadable, 'écart')}.`;
  if (rows.length === 0) return <p>{summary}</p>;
  const counts = [
    plural(missing, 'manquant'),
    `${formatNumber(surplus)}\u00a0en trop`,
    plural(different, 'différent'),
    plural(unreadable, 'ligne illisible', 'lignes illisibles'),
  ].join(', ');
  const isPartial = Math.max(missing, surplus, different, unreadable) > REPORT_ROWS;
  return (
    <>
      <p>{summary}</p>
      <p className="small soft">
        {counts}.{isPartial && ` Les ${formatNumber(REPORT_ROWS)} premiers de chaque sorte sont listés.`}
      </p>
      <div className={styles.report} tabIndex={0} role="region" aria-label="Écarts du relevé">
        <table>
          <thead>
            <tr>
              <th scope="col">Écart</th>
              <th scope="col">Transaction</th>
              <th scope="col">Relevé</th>
              <th scope="col">Registre</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.kind} ${row.transaction}`}>
                <th scope="row">{row.kind}</th>
                <td>{row.transaction}</td>
                <td>{row.reported}</td>
                <td>{row.recorded}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
