import type { Attribution } from 'contracts/attribution';
import { DISCREPANCY_TEXTS, flagsText } from 'contracts/fraud-texts';
import { UNCONFIRMED_ORDER_DAYS } from 'contracts/operations/subscribers';
import type {
  ListedState,
  ListedSubscriber,
  Refundable,
  RefundOrder,
  SubscriberBilling,
  SubscriberCommissions,
  TelegramState,
} from 'contracts/operations/subscribers';
import { STATES_WITH_ACCESS } from 'contracts/subscribers';
import type { BadgeProps } from 'ui/badge';
import { formatDate, formatPrice } from 'web-kit/formats';

export const STATE_TEXTS: Record<ListedState, { label: string; tone: NonNullable<BadgeProps['tone']> }> = {
  pending: { label: 'Sans paiement', tone: 'plain' },
  active: { label: 'Actif', tone: 'success' },
  grace: { label: 'Délai de grâce', tone: 'danger' },
  cancelled: { label: 'Résilié', tone: 'plain' },
  expired: { label: 'Expiré', tone: 'plain' },
  revoked: { label: 'Accès retiré', tone: 'danger' },
};

const REASON_TEXTS: Record<Attribution['reason'], string> = {
  sub2: 'par le lien de l’affilié (sub2)',
  'partner-page': 'par la page partenaire (?affiliate=)',
  'model-owner': 'comme propriétaire du modèle',
  none: 'aucun affilié',
};
/** Formats an attribution as "aff-one, par le lien de l’affilié (sub2)". */
export const attributionText = (affiliate: string | null, reason: Attribution['reason'] | null): string =>
  reason === null
    ? (affiliate ?? 'Attribution inconnue')
    : affiliate === null
      ? `Direct\u00a0: ${REASON_TEXTS.none}`
      : `${affiliate}, ${REASON_TEXTS[reason]}`;

export const ENTRY_TEXTS: Record<SubscriberBilling['entries'][number]['kind'], string> = {
  first: 'Premier paiement',
  renewal: 'Renouvellement',
  refund: 'Remboursement',
  chargeback: 'Contestation',
  cancellation: 'Résiliation enregistrée',
  withdrawal: 'Rétractation enregistrée',
  fee: 'Frais du partenaire',
};
/** Formats the title of an entry in the timeline, such as "Renouvellement accepté". */
export const entryTitle = (kind: keyof typeof ENTRY_TEXTS): string =>
  kind === 'first' || kind === 'renewal' ? `${ENTRY_TEXTS[kind]} accepté` : ENTRY_TEXTS[kind];
const EVENT_TEXTS: Record<SubscriberBilling['postbacks'][number]['event'], string> = {
  first: 'premier paiement',
  renewal: 'renouvellement',
  refund: 'remboursement',
  chargeback: 'contestation',
  cancellation: 'résiliation',
  decline: 'refus',
};
const VERDICT_TEXTS: Record<SubscriberBilling['postbacks'][number]['verdict'], string> = {
  recorded: 'enregistré',
  duplicate: 'doublon, ignoré',
  unmatched: 'sans correspondance',
  ignored: 'ignoré',
  declined: 'refusé par la banque',
  rejected: 'rejeté',
};
type Postback = SubscriberBilling['postbacks'][number];
/** Formats the reasons to review a postback, such as "À vérifier : Montant différent"; empty where there are none. */
export const reviewText = ({ verdict, flags, discrepancies = [], reviewed_at }: Postback): string => {
  const differences = verdict === 'recorded' ? discrepancies.map((each) => DISCREPANCY_TEXTS[each]) : [];
  const reasons = [...differences, flagsText(flags)].filter(Boolean).join('. ');
  return reasons && `${reviewed_at ? 'Vérifié' : 'À vérifier'}\u00a0: ${reasons}`;
};
export const postbackText = ({ event, verdict }: Pick<Postback, 'event' | 'verdict'>): string =>
  `${EVENT_TEXTS[event]}, ${VERDICT_TEXTS[verdict]}`;

type ContractRequest = SubscriberBilling['contract_requests'][number];
const OUTCOME_TEXTS: Record<ContractRequest['outcome'], string> = {
  accepted: 'acceptée',
  scheduled: 'programmée',
  'already-ended': 'le contrat avait déjà pris fin',
  'no-contract': 'aucun contrat en cours',
  'too-late': 'hors délai',
  'name-differs': 'le nom ne correspond pas',
  'unknown-email': 'adresse inconnue',
};
export const requestText = ({ kind, outcome }: ContractRequest): string =>
  `${kind === 'withdrawal' ? 'Rétractation' : 'Résiliation'} demandée\u00a0: ${OUTCOME_TEXTS[outcome]}`;

const TELEGRAM_TEXTS: Record<TelegramState, string> = {
  'not-requested': 'Invitation pas encore demandée',
  pending: 'Invitation en préparation',
  invited: 'Invitation envoyée, non utilisée',
  joined: 'Invitation utilisée',
  leaving: 'Retrait en cours',
  'group-link': 'Lien permanent du groupe',
  'contact-link': 'Lien permanent d’un compte',
  none: 'Aucun accès',
};
export const telegramText = ({ state, expires_at }: NonNullable<SubscriberBilling['telegram']>): string =>
  expires_at ? `${TELEGRAM_TEXTS[state]}, lien jusqu’au ${formatDate(expires_at)}` : TELEGRAM_TEXTS[state];

/** Formats commissions as "1,50 € + 2,00 USD"; a dash without a credited affiliate, or while they are not known. */
export const commissionText = (commissions: SubscriberCommissions | undefined): string => {
  if (!commissions?.is_credited) return '–';
  const { earned } = commissions;
  return earned.length === 0
    ? formatPrice(0)
    : earned.map(({ cents, currency }) => formatPrice(cents, currency)).join(' + ');
};

/** States what a refund does to access and contract. @param state before it */
export const refundEffectText = ({ paid_until, is_contract_open }: Refundable, state: ListedState): string => {
  const access = paid_until
    ? `L’accès reste ouvert, payé jusqu’au ${formatDate(paid_until)}`
    : STATES_WITH_ACCESS.has(state)
      ? 'L’accès se ferme quand le partenaire confirme'
      : 'L’accès est déjà fermé';
  return `${access}\u00a0; le contrat ${is_contract_open ? 'n’est pas' : 'est déjà'} résilié.`;
};

const ORDER_TEXTS: Record<RefundOrder['state'], string> = {
  open: 'en cours',
  done: 'fait',
  unconfirmed: `accepté, sans confirmation depuis ${UNCONFIRMED_ORDER_DAYS}\u00a0jours`,
  rejected: 'refusé par le partenaire',
};
/** @param isConfirmed whether the refund is recorded */
export const refundOrderText = ({ state }: RefundOrder, isConfirmed: boolean): string =>
  state === 'done' && !isConfirmed ? 'accepté, confirmation attendue' : ORDER_TEXTS[state];

/** Formats the state with the end of the access, such as "Actif jusqu’au 20 décembre 2026". */
export const stateText = ({ state, paid_until }: Pick<ListedSubscriber, 'state' | 'paid_until'>): string => {
  const { label } = STATE_TEXTS[state];
  if (!paid_until || (state !== 'active' && state !== 'cancelled')) return label;
  return `${label}${state === 'cancelled' ? ', accès' : ''} jusqu’au ${formatDate(paid_until)}`;
};

/** Returns the next charge as a fact; the term is that of the subscriber’s account. */
export const chargeFact = ({
  subscriber: { state },
  next_charge,
}: Pick<SubscriberBilling, 'subscriber' | 'next_charge'>): { term: string; value: string } => {
  const term = state === 'grace' ? 'Prélèvement attendu' : 'Prochain prélèvement';
  if (!next_charge) return { term, value: 'Aucun' };
  const price = formatPrice(next_charge.amount_cents, next_charge.currency);
  return { term, value: `${price} ${state === 'grace' ? 'depuis le' : 'le'} ${formatDate(next_charge.at)}` };
};

/** Formats payments as "7,00 € + 2,00 USD": amounts of two currencies are never added. */
export const paidText = ({
  paid_cents,
  currency,
  other_paid = [],
}: Pick<ListedSubscriber, 'paid_cents' | 'currency' | 'other_paid'>): string =>
  [{ cents: paid_cents, currency }, ...other_paid].map((paid) => formatPrice(paid.cents, paid.currency)).join(' + ');
