import type { PostbackCandidate, PostbackMatch, StoredPostback } from 'contracts/operations/postbacks';
import { DISCREPANCY_TEXTS, flagsText } from 'contracts/fraud-texts';
import type { BadgeProps } from 'ui/badge';
import { LIVE_TIME_ZONE } from 'contracts/limits';
import { formatDate, formatDateTime, formatPrice, formatTime, plural } from 'web-kit/formats';

const EVENT_TEXTS: Record<NonNullable<StoredPostback['event']>, string> = {
  first: 'Premier paiement',
  renewal: 'Renouvellement',
  refund: 'Remboursement',
  chargeback: 'Contestation',
  cancellation: 'Résiliation',
  decline: 'Refus',
};
const MATCH_TEXTS: Record<PostbackMatch, string> = {
  checkout: 'Abonné reconnu par la référence du paiement.',
  transaction: 'Abonné reconnu par la transaction.',
  email: 'Abonné reconnu par son adresse e-mail.',
  administrator: 'Rapproché par l’administration.',
  '': 'Enregistré.',
};

const DAY = { day: 'numeric', month: 'short', timeZone: LIVE_TIME_ZONE } as const;
const shortDay = new Intl.DateTimeFormat('fr', DAY);
const shortDate = new Intl.DateTimeFormat('fr', { ...DAY, year: 'numeric' });
const yearOf = new Intl.DateTimeFormat('fr', { year: 'numeric', timeZone: LIVE_TIME_ZONE });

/** Formats a moment as "24 nov., 18h10", with the year unless it is the present one (Europe/Paris). */
export const shortMomentText = (at: string, nowMs: number): string => {
  const instant = new Date(at);
  const isThisYear = yearOf.format(instant) === yearOf.format(nowMs);
  return `${(isThisYear ? shortDay : shortDate).format(instant)}, ${formatTime(at)}`;
};

export const eventText = ({ event }: Pick<StoredPostback, 'event'>): string =>
  event === null ? 'Appel illisible' : EVENT_TEXTS[event];

export const amountText = ({ amount_cents, currency }: Pick<StoredPostback, 'amount_cents' | 'currency'>): string =>
  amount_cents === null ? '–' : formatPrice(amount_cents, currency);

/** Returns a title such as "Premier paiement de 2,00 €". */
export const titleOf = (postback: StoredPostback): string =>
  postback.amount_cents === null
    ? eventText(postback)
    : `${eventText(postback)} de ${amountText({ ...postback, amount_cents: Math.abs(postback.amount_cents) })}`;

const MINUTE_MS = 60_000;
/** Returns a reason such as "Inscription 4 minutes avant l’appel". */
export const candidateReason = (
  { reason, at }: Pick<PostbackCandidate, 'reason' | 'at'>,
  { received_at }: Pick<StoredPostback, 'received_at'>,
): string => {
  if (at === null) return 'Même adresse que dans l’appel';
  if (reason === 'transaction') return `Transaction d’origine du ${formatDate(at)}`;
  if (reason === 'renewal-due') return `Renouvellement attendu le ${formatDate(at)}`;
  const minutes = Math.max(0, Math.round((Date.parse(received_at) - Date.parse(at)) / MINUTE_MS));
  const subject = reason === 'registration' ? 'Inscription' : 'Page de paiement ouverte';
  return `${subject} ${minutes === 0 ? 'juste' : plural(minutes, 'minute')} avant l’appel`;
};

/** Returns the payer's address in the call, masked. */
export const payerOf = ({ call }: StoredPostback): string =>
  call?.parameters.find(({ name }) => name === 'email')?.value ?? '';

/** Returns the name of a postback's subscriber. An accepted payment without one belonged to an account that was erased. */
export const personOf = ({ subscriber, verdict }: StoredPostback): string => {
  if (subscriber) return subscriber.name || 'Sans nom';
  return verdict === 'recorded' || verdict === 'duplicate' ? 'Compte effacé' : 'Inconnu';
};

const unmatchedReason = (postback: StoredPostback): string => {
  const missingMatches = [
    ...(postback.has_reference ? ['cette référence'] : []),
    ...(payerOf(postback) ? ['cette adresse'] : []),
  ];
  const reasons = [
    ...(missingMatches.length > 0 ? [`Aucun abonné n’a ${missingMatches.join(' ni ')}.`] : []),
    ...(postback.original_transaction_id ? ['La transaction d’origine n’était pas arrivée.'] : []),
  ];
  if (reasons.length === 0) return 'L’appel ne porte ni référence, ni transaction d’origine, ni adresse.';
  return [...reasons, ...(postback.event === 'first' ? ['Le partenaire attend, l’accès n’est pas ouvert.'] : [])].join(
    ' ',
  );
};

const rejectionReason = ({ unreadable_fields: fields = [] }: StoredPostback): string => {
  const unreadable =
    fields.length === 0 ? 'Le contenu de l’appel est illisible' : `À corriger\u00a0: ${fields.join(', ')}`;
  return `${unreadable}. Rien n’est enregistré, le partenaire a reçu une erreur\u00a0; l’appel corrigé comptera.`;
};

interface VerdictText {
  label: string;
  tone: NonNullable<BadgeProps['tone']>;
  reason: string;
  /** Reason for a review. */
  flags?: string;
}

/** Whether the administrator has to review a postback: rejected, or flagged, different or ignored, and matched with a subscriber. */
export const isReviewable = ({ verdict, discrepancies, flags = [] }: StoredPostback): boolean =>
  verdict === 'ignored' ||
  verdict === 'rejected' ||
  (verdict !== 'unmatched' && discrepancies.length + flags.length > 0);

/** Returns the text of the verdict on a postback, with its reason. */
export const verdictOf = (postback: StoredPostback): VerdictText => {
  const flagged = withFlags(postback, textsOf(postback));
  const { reviewed_at } = postback;
  if (!reviewed_at || postback.verdict === 'unmatched') return flagged;
  const { label, reason } = flagged;
  return {
    ...flagged,
    label: label === TO_REVIEW ? 'Vérifié' : `${label}, vérifié`,
    tone: 'quiet',
    reason: `Vérifié le ${formatDateTime(reviewed_at)}. ${reason}`,
  };
};

const TO_REVIEW = 'À vérifier';
const withFlags = (postback: StoredPostback, verdict: VerdictText): VerdictText => {
  const flags = flagsText(postback.flags);
  if (flags === '') return verdict;
  const note = `${flags}. L’accès et les commissions ne changent pas.`;
  return verdict.tone === 'danger'
    ? { ...verdict, flags, reason: `${verdict.reason} ${TO_REVIEW}\u00a0: ${note}` }
    : { label: TO_REVIEW, tone: 'danger', flags, reason: `${note} ${verdict.reason}` };
};

const textsOf = (postback: StoredPostback): VerdictText => {
  const { verdict, discrepancies, matched_by } = postback;
  switch (verdict) {
    case 'unmatched':
      return { label: 'Sans correspondance', tone: 'danger', reason: unmatchedReason(postback) };
    case 'duplicate':
      return { label: 'Doublon, ignoré', tone: 'quiet', reason: 'Cette transaction était déjà arrivée.' };
    case 'ignored':
      return { label: 'Ignoré', tone: 'quiet', reason: 'Il ne reste rien à rembourser de ce paiement.' };
    case 'rejected':
      return { label: 'Rejeté', tone: 'danger', reason: rejectionReason(postback) };
    case 'declined':
      return {
        label: 'Refusé par la banque',
        tone: 'quiet',
        reason: 'Rien n’a été débité, l’abonnement ne change pas.',
      };
    case 'recorded': {
      if (discrepancies.length === 0) return { label: 'Accepté', tone: 'success', reason: MATCH_TEXTS[matched_by] };
      const label = DISCREPANCY_TEXTS[discrepancies.includes('currency') ? 'currency' : 'amount'];
      return {
        label,
        tone: 'danger',
        reason: `Enregistré, mais différent de ce qui était attendu. ${MATCH_TEXTS[matched_by]}`,
      };
    }
  }
};
