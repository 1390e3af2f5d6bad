import { formatDate, formatParisDateTime } from 'contracts/french-dates';
import { formatPrice } from 'contracts/offer';
import { MISSING_FACT } from 'contracts/operator';
import type { OperatorFacts } from 'contracts/operator';
import { isRefund } from '../ledger/ledger-entry.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { refundsAmong } from '../ledger/fold-ledger.ts';
import { receiptNumberOf } from '../payments/receipt-number.ts';
import type { NextCharge } from '../subscriptions/next-charge.ts';
import type { State } from '../subscriptions/subscription-state.ts';

export interface Fact {
  term: string;
  value: string;
  /** Whether the operator has not configured this fact. */
  isMissing?: true;
}

/** Content of a receipt, for its page and its PDF. */
export interface Receipt {
  number: string;
  paidAt: Date;
  siteTitle: string;
  seller: readonly Fact[];
  buyer: readonly Fact[];
  facts: readonly Fact[];
  total: Fact;
  /** Facts after the payment: refunds, and the next charge. */
  after: readonly Fact[];
}

export interface ReceiptSource {
  payment: LedgerEntry;
  /** All entries of the subscriber. */
  entries: readonly LedgerEntry[];
  buyer: { firstName: string; lastName: string; email: string } | null;
  state: State;
  nextCharge: NextCharge | null;
}

const SELLER_TERMS = {
  name: 'Nom',
  legalForm: 'Forme juridique',
  address: 'Adresse',
  registration: 'Immatriculation',
  vat: 'N° de TVA',
  email: 'E-mail',
} as const satisfies Partial<Record<keyof OperatorFacts, string>>;

const sellerOf = (operator: OperatorFacts): Fact[] =>
  (Object.entries(SELLER_TERMS) as [keyof typeof SELLER_TERMS, string][]).map(([fact, term]) => {
    const value = operator[fact];
    return value === undefined ? { term, value: MISSING_FACT, isMissing: true } : { term, value };
  });

const stateOf = (payment: LedgerEntry, entries: readonly LedgerEntry[], refunds: readonly LedgerEntry[]): string => {
  if (refunds.length === 0) return 'Payé';
  const remainingCents = refundsAmong(entries).remainingCents(payment);
  return remainingCents > 0
    ? `Remboursé en partie, il reste ${formatPrice(remainingCents, payment.currency)}`
    : 'Remboursé en totalité';
};

/** French reasons why nothing more will be charged although access is open. */
const NO_CHARGE: Partial<Record<State, string>> = {
  active: 'Aucun, votre résiliation est programmée',
  cancelled: 'Aucun, votre contrat est résilié',
};

const nextChargeOf = ({ nextCharge, state }: ReceiptSource): string => {
  if (nextCharge) {
    const { at, amountCents, currency } = nextCharge;
    return `${formatPrice(amountCents, currency)} TTC${state === 'grace' ? `, attendu depuis le ${formatDate(at)}` : ` le ${formatDate(at)}`}`;
  }
  return NO_CHARGE[state] ?? 'Aucun';
};

/** Builds the receipt of a payment with its current state (docs/domain.md#payments-and-receipts). */
export const writeReceipt = (
  source: ReceiptSource,
  { siteTitle, operator }: { siteTitle: string; operator: OperatorFacts },
): Receipt => {
  const { payment, entries, buyer } = source;
  const refunds = entries
    .filter(
      ({ kind, partner, originalTransactionId }) =>
        isRefund(kind) && partner === payment.partner && originalTransactionId === payment.transactionId,
    )
    .sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
  const number = receiptNumberOf(payment);
  return {
    number,
    paidAt: payment.occurredAt,
    siteTitle,
    seller: sellerOf(operator),
    buyer: buyer
      ? [
          { term: 'Nom', value: `${buyer.firstName} ${buyer.lastName}`.trim() },
          { term: 'E-mail', value: buyer.email },
        ]
      : [],
    facts: [
      { term: 'Numéro', value: number },
      { term: 'Date', value: formatParisDateTime(payment.occurredAt) },
      {
        term: 'Achat',
        value: `Abonnement ${siteTitle}, ${payment.kind === 'first' ? 'premier mois' : 'un mois'}`,
      },
      { term: 'Paiement', value: stateOf(payment, entries, refunds) },
    ],
    total: { term: 'Total TTC', value: formatPrice(payment.amountCents, payment.currency) },
    after: [
      ...refunds.map(({ occurredAt, amountCents, currency }) => ({
        term: `Rendu le ${formatDate(occurredAt)}`,
        value: formatPrice(-amountCents, currency),
      })),
      { term: 'Prochain prélèvement', value: nextChargeOf(source) },
    ],
  };
};
