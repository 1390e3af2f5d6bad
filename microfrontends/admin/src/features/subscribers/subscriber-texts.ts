import type { Attribution } from 'contracts/attribution';
import { DISCREPANCY_TEXTS, flagsText } from 'contracts/fraud-texts';
import type { ListedState, ListedSubscriber, SubscriberBilling } from 'contracts/operations/subscribers';
import type { BadgeProps } from 'ui/badge';
import { formatPrice } from 'web-kit/formats';

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
};
export const postbackText = ({
  event,
  verdict,
  flags,
  discrepancies = [],
  reviewed_at,
}: SubscriberBilling['postbacks'][number]): string => {
  const differences = verdict === 'recorded' ? discrepancies.map((each) => DISCREPANCY_TEXTS[each]) : [];
  const reasons = [...differences, flagsText(flags)].filter(Boolean).join('. ');
  return `${EVENT_TEXTS[event]}, ${VERDICT_TEXTS[verdict]}${reasons && `. ${reviewed_at ? 'Vérifié' : 'À vérifier'}\u00a0: ${reasons}`}`;
};

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

/** Formats payments as "7,00 € + 2,00 USD": amounts of two currencies are never added. */
export const paidText = ({
  paid_cents,
  currency,
  other_paid = [],
}: Pick<ListedSubscriber, 'paid_cents' | 'currency' | 'other_paid'>): string =>
  [{ cents: paid_cents, currency }, ...other_paid].map((paid) => formatPrice(paid.cents, paid.currency)).join(' + ');
