import { formatDate, formatParisDateTime } from 'contracts/french-dates';
import { formatPrice } from 'contracts/offer';
import { pagePath, PAGES } from 'contracts/pages';
import { z } from 'zod';
import { greeting } from './mail-content.ts';
import type { MailContext, Paragraph } from './mail-content.ts';

const money = { amountCents: z.number().int(), currency: z.string() };
type Site = MailContext['site'];

const cancellationLink = ({ publicUrl }: Site): Paragraph => ({
  label: PAGES.cancellation.title,
  url: `${publicUrl}${pagePath('cancellation')}`,
});

const receipt = z.object({
  ...money,
  number: z.string(),
  kind: z.enum(['first', 'renewal']),
  paidAt: z.iso.datetime(),
  nextCharge: z.object({ ...money, at: z.iso.datetime() }).nullable(),
  /** Instant at which the payment was recorded; absent in mails that a former version queued. */
  recordedAt: z.iso.datetime().optional(),
});
type Receipt = z.output<typeof receipt>;

/** Receipt of a payment, with the next charge. */
export const receiptMail = {
  data: receipt,
  subject: (title: string, { paidAt }: Receipt): string => `${title}\u00a0: votre reçu du ${formatDate(paidAt)}`,
  title: () => 'Votre reçu',
  note: 'Ce reçu est envoyé à chaque paiement.',
  paragraphs: (
    { site: { title, publicUrl }, firstName }: MailContext,
    { number, kind, paidAt, amountCents, currency, nextCharge, recordedAt = paidAt }: Receipt,
  ): readonly Paragraph[] => [
    greeting(firstName),
    `Voici le reçu de votre abonnement ${title}.`,
    {
      facts: [
        { term: 'Numéro', value: number },
        { term: 'Date', value: formatParisDateTime(paidAt) },
        { term: 'Abonnement', value: `${title}, ${kind === 'first' ? 'premier mois' : 'un mois'}` },
      ],
      total: { term: 'Total payé, TTC', value: formatPrice(amountCents, currency) },
    },
    nextCharge
      ? `Prochain prélèvement\u00a0: ${formatPrice(nextCharge.amountCents, nextCharge.currency)} TTC${nextCharge.at < recordedAt ? ', attendu depuis le' : ' le'} ${formatDate(nextCharge.at)}.`
      : 'Aucun autre prélèvement n’est prévu.',
    { label: 'Télécharger le reçu en PDF', url: `${publicUrl}${pagePath('account')}#paiements` },
  ],
};

const renewalNotice = z.object({ ...money, chargeAt: z.iso.datetime() });
type RenewalNotice = z.output<typeof renewalNotice>;

/** Notice of the next charge, early enough for a cancellation. */
export const renewalNoticeMail = {
  data: renewalNotice,
  subject: (title: string, { chargeAt }: RenewalNotice): string =>
    `${title}\u00a0: prochain prélèvement le ${formatDate(chargeAt)}`,
  paragraphs: (
    { site, firstName }: MailContext,
    { amountCents, currency, chargeAt }: RenewalNotice,
  ): readonly Paragraph[] => [
    greeting(firstName),
    `Votre abonnement ${site.title} se renouvelle bientôt pour un mois.`,
    {
      facts: [{ term: 'Date du prélèvement', value: formatDate(chargeAt) }],
      total: { term: 'Montant, TTC', value: formatPrice(amountCents, currency) },
    },
    'Vous n’avez rien à faire. Pour en rester là, résiliez avant cette date, en ligne et sans frais\u00a0:',
    cancellationLink(site),
  ],
};

const renewalFailed = z.object({ ...money, chargeAt: z.iso.datetime(), accessUntil: z.iso.datetime() });
type RenewalFailed = z.output<typeof renewalFailed>;

/** Notice of a missing charge; access continues during the grace period. */
export const renewalFailedMail = {
  data: renewalFailed,
  subject: (title: string): string => `${title}\u00a0: votre prélèvement n’est pas arrivé`,
  paragraphs: (
    { site, firstName }: MailContext,
    { amountCents, currency, chargeAt, accessUntil }: RenewalFailed,
  ): readonly Paragraph[] => [
    greeting(firstName),
    `Le renouvellement de votre abonnement ${site.title} n’a pas été payé à sa date.`,
    {
      facts: [
        { term: 'Prélèvement attendu', value: `${formatPrice(amountCents, currency)} TTC le ${formatDate(chargeAt)}` },
        { term: 'Accès ouvert jusqu’au', value: formatParisDateTime(accessUntil) },
      ],
    },
    'Vérifiez que votre moyen de paiement est valide et approvisionné. Si le paiement n’arrive pas d’ici là, votre accès se ferme\u00a0; vous pourrez vous abonner de nouveau à tout moment.',
    { label: 'Voir mon abonnement', url: `${site.publicUrl}${pagePath('account')}` },
  ],
};
