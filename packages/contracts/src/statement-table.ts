import type { CommissionRate, PayoutStatement, StatementLine } from './commissions.ts';
import { parisDay } from './days.ts';
import { formatNumber } from './numbers.ts';
import { formatPrice } from './offer.ts';

/** Amount of a statement; its text is the same on screen, in CSV and in PDF, except for the currency. */
export interface Amount {
  cents: number;
  currency: string;
}
/** Content of a statement on screen, in CSV and in PDF (docs/domain.md#payouts). */
export interface StatementTable {
  title: string;
  /** Pairs of label and text. */
  facts: [string, string][];
  columns: string[];
  rows: { day: string; operation: string; model: string; base: Amount; rate: string; amount: Amount }[];
  /** Commissions, clawbacks and their sum. */
  sums: { label: string; amount: Amount }[];
}

const NBSP = '\u00a0';

/** Formats a rate: "30 %", "12,5 %", "1,50 €". */
export const rateText = (rate: CommissionRate): string => {
  if (rate.kind === 'fixed') return formatPrice(rate.cents);
  const percent = rate.basis_points / 100;
  const decimals = (String(percent).split('.')[1] ?? '').length;
  return `${formatNumber(percent, decimals)}${NBSP}%`;
};

/** Explanation of a negative balance, for both panels. */
export const NEGATIVE_DUE =
  'Un montant dû négatif vient de remboursements dont la commission était déjà versée\u00a0; il est déduit des prochains versements.';

/** Formats an instant as the day in Paris: 10/03/2026, which French spreadsheets read as a date. */
export const dayText = (instant: string): string => parisDay(instant).split('-').reverse().join('/');

const OPERATIONS: Record<StatementLine['cause'], string> = {
  first: 'Premier paiement',
  renewal: 'Renouvellement',
  refund: 'Remboursement',
  chargeback: 'Paiement contesté',
};
/** Returns the text of a line; a clawback without a refund comes from a corrected credit. */
const operationText = ({ kind, cause }: StatementLine): string =>
  kind === 'clawback' && (cause === 'first' || cause === 'renewal') ? 'Attribution corrigée' : OPERATIONS[cause];

/** Formats "Nina (@nina)"; the one of both that exists alone. */
const nameWithSlug = (name: string, slug: string): string => (name && slug ? `${name} (@${slug})` : name || slug);

const sumOf = (lines: readonly StatementLine[]): number =>
  lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

/** Builds the content of a statement; screen, CSV and PDF only render it. */
export const statementTable = (statement: PayoutStatement): StatementTable => {
  const { affiliate, batch_number, state, created_at, paid_at, reference, currency, lines } = statement;
  const amountOf = (cents: number): Amount => ({ cents, currency });
  const ofKind = (kind: StatementLine['kind']) => lines.filter((line) => line.kind === kind);
  return {
    title: `Relevé de commissions n°${NBSP}${batch_number}`,
    facts: [
      ['Affilié', nameWithSlug(affiliate.name, affiliate.slug)],
      ['Établi le', dayText(created_at)],
      paid_at ? ['Versé le', dayText(paid_at)] : ['État', state === 'cancelled' ? 'Annulé' : 'À verser'],
      ...(reference ? [['Référence', reference] satisfies [string, string]] : []),
      ['Devise', currency],
    ],
    columns: ['Date', 'Opération', 'Modèle', 'Montant payé', 'Taux', 'Commission'],
    rows: lines.map((line) => ({
      day: dayText(line.at),
      operation: operationText(line),
      model: nameWithSlug(line.model_name ?? '', line.model),
      base: { cents: line.base_cents, currency: line.base_currency },
      rate: line.rate ? rateText(line.rate) : '',
      amount: amountOf(line.amount_cents),
    })),
    sums: [
      { label: 'Commissions', amount: amountOf(sumOf(ofKind('commission'))) },
      { label: 'Reprises', amount: amountOf(sumOf(ofKind('clawback'))) },
      { label: 'Total', amount: amountOf(sumOf(lines)) },
    ],
  };
};
