import { contractName } from 'contracts/contract-texts';
import { formatDate, formatParisDateTime } from 'contracts/french-dates';
import { formatPrice, MONTHLY_CENTS, OFFER_TEXTS } from 'contracts/offer';
import { paymentRedirect } from 'contracts/payment-redirect';
import { FORGOT_PASSWORD_QUERY, pagePath } from 'contracts/pages';
import { ofName, TEXTS } from 'contracts/texts';
import { z } from 'zod';
import { contractRequestMail, DURABLE_CONFIRMATION } from './contract-request-mail.ts';
import { createMailContent, greeting, isName, nameOf } from './mail-content.ts';
import type { MailContent, MailContext, Paragraph } from './mail-content.ts';
import { renewalFailedMail, renewalNoticeMail, receiptMail } from './money-mails.ts';

/**
 * Addressing of a mail: the subscriber with an id, at the current address (`unpaid`: while the reminder is wanted) or at an
 * unconfirmed new one; the subscriber of a typed address (known or not); or the address itself.
 */
export type MailAddressing =
  'subscriber-id' | 'subscriber-unpaid' | 'subscriber-new-email' | 'subscriber-email' | 'email';

interface MailDefinition<To extends MailAddressing, Data extends z.ZodType> {
  /** Name of the mail in the timeline of a subscriber. */
  label: string;
  to: To;
  /** Facts that the mail needs, without secrets: rows are stored in the database and its backups. */
  data: Data;
  subject: (title: string, data: z.output<Data>) => string;
  /** Heading in the mail; default: the subject without the site's name. */
  title?: (context: MailContext, data: z.output<Data>) => string;
  /** Sentence at the foot that states why the mail is sent. */
  note?: string;
  paragraphs: (context: MailContext, data: z.output<Data>) => readonly Paragraph[] | Promise<readonly Paragraph[]>;
}

const defineMail = <const To extends MailAddressing, Data extends z.ZodType>(mail: MailDefinition<To, Data>) => ({
  ...mail,
  /** @throws when the stored facts do not match the schema */
  compose: async (context: MailContext, stored: unknown): Promise<MailContent> => {
    const data = mail.data.parse(stored);
    return createMailContent({
      subject: mail.subject(context.site.title, data),
      title: mail.title?.(context, data),
      note: mail.note,
      paragraphs: await mail.paragraphs(context, data),
      site: context.site,
    });
  },
});

/** The specified label, with a no-break space. */
const FORGOT_PASSWORD = TEXTS.forgotPassword.replace(' ?', '\u00a0?');

const deviceFacts = (device: string, at: string): Paragraph => ({
  facts: [
    { term: 'Appareil', value: device },
    { term: 'Date', value: formatParisDateTime(at) },
  ],
});

/** Paragraphs for a reader who did not do what the mail reports: the way to a new password, and its consequence. */
const ifNotYou = (publicUrl: string, consequence: string): Paragraph[] => [
  `Sinon, choisissez tout de suite un nouveau mot de passe par «\u00a0${FORGOT_PASSWORD}\u00a0»\u00a0; ${consequence}\u00a0:`,
  { label: FORGOT_PASSWORD, url: `${publicUrl}/?${FORGOT_PASSWORD_QUERY}` },
];

/** Every kind of mail: addressing, data and text. Requests, queue, composer and metrics derive from this table. */
export const MAILS = {
  reset: defineMail({
    label: 'réinitialisation du mot de passe',
    to: 'subscriber-email',
    // Contains the token in development mode only, where the response already had the link.
    data: z.object({
      token: z.string().optional(),
      // Optional: rows of a former version have neither.
      device: z.string().optional(),
      requestedAt: z.iso.datetime().optional(),
    }),
    subject: (title) => `${title}\u00a0: réinitialisation de votre mot de passe`,
    title: () => 'Un nouveau mot de passe',
    note: 'E-mail de sécurité de votre compte.',
    paragraphs: async ({ site: { title }, firstName, resetUrl }, { token, device, requestedAt }) => [
      greeting(firstName),
      `Vous avez demandé un nouveau mot de passe pour votre compte ${title}. Ce lien est valable une heure et ne sert qu’une fois\u00a0:`,
      { label: 'Choisir un nouveau mot de passe', url: await resetUrl(token) },
      ...(device !== undefined && requestedAt !== undefined
        ? ['Demande faite\u00a0:', deviceFacts(device, requestedAt)]
        : []),
      'Si vous n’êtes pas à l’origine de cette demande, ignorez ce message\u00a0: votre mot de passe reste inchangé.',
    ],
  }),
  welcome: defineMail({
    label: 'bienvenue',
    to: 'subscriber-id',
    // Optional: rows of a former version have none.
    data: z.object({ paidUntil: z.iso.datetime().optional() }),
    subject: (title) => `Bienvenue sur ${title}`,
    title: ({ firstName }) => `Le rideau est levé${isName(firstName) ? `, ${firstName}` : ''}`,
    note: 'Cet e-mail accompagne votre abonnement.',
    paragraphs: ({ site: { publicUrl }, model }, { paidUntil }) => {
      // Page with the link of the group, which only subscribers with access may see.
      const space = `${publicUrl}${pagePath('success')}`;
      const profiles = model ? `${ofName(nameOf(model))} et de tous les autres profils` : 'de tous les profils';
      return [
        { path: '/mail-stage.jpg', alt: 'Une danseuse de dos, sous la lumière de la scène' },
        `Votre paiement est confirmé. Les photos, les vidéos et les lives ${profiles} vous sont ouverts.`,
        ...(model
          ? [
              {
                label: `Voir les coulisses ${ofName(nameOf(model))}`,
                url: `${publicUrl}${pagePath('model', model.slug)}`,
              },
              { label: 'Rejoindre le groupe Telegram VIP', url: space, isQuiet: true },
            ]
          : [
              'Le groupe Telegram VIP vous attend au même endroit\u00a0:',
              { label: 'Accéder à mon espace', url: space },
            ]),
        `${
          paidUntil === undefined
            ? `Le premier mois est payé, ${OFFER_TEXTS.monthly}.`
            : `Prochain prélèvement\u00a0: ${formatPrice(MONTHLY_CENTS)} TTC le ${formatDate(paidUntil)}.`
        } Vous pouvez résilier en ligne à tout moment.`,
      ];
    },
  }),
  'unpaid-reminder': defineMail({
    label: 'rappel du paiement',
    to: 'subscriber-unpaid',
    data: z.object({}),
    subject: (title) => `${title}\u00a0: votre place vous attend`,
    paragraphs: ({ site: { publicUrl }, firstName, stopUrl }) => [
      { path: '/mail-chair.jpg', alt: 'Une chaise vide sous un projecteur' },
      greeting(firstName),
      'Votre compte est créé, mais le paiement n’a pas abouti. Rien n’a été débité.',
      { label: `Payer ${OFFER_TEXTS.price}`, url: `${publicUrl}${paymentRedirect('default')}` },
      `${OFFER_TEXTS.both}, résiliable en ligne à tout moment.`,
      'Vous avez demandé ce rappel. Si vous avez changé d’avis, il n’y a rien à faire\u00a0: nous n’en enverrons pas d’autre. Vous pouvez aussi retirer votre accord, sans vous connecter\u00a0:',
      { label: 'Retirer mon accord', url: stopUrl, isQuiet: true },
    ],
  }),
  cancellation: defineMail({
    label: 'résiliation confirmée',
    to: 'subscriber-id',
    data: z.object({ cancelledAt: z.iso.datetime(), paidUntil: z.iso.datetime() }),
    subject: (title) => `${title}\u00a0: votre résiliation est confirmée`,
    title: () => 'Votre contrat est résilié',
    note: DURABLE_CONFIRMATION,
    paragraphs: ({ site: { title }, firstName }, { cancelledAt, paidUntil }) => [
      greeting(firstName),
      `Votre contrat ${title} est résilié. Cet e-mail vous sert de preuve.`,
      {
        facts: [
          { term: 'Enregistrée le', value: formatParisDateTime(cancelledAt) },
          { term: 'Contrat', value: contractName(title) },
        ],
        total: { term: 'Fin du contrat', value: formatDate(paidUntil), isDate: true },
      },
      `Vous gardez l’accès à tout le contenu jusqu’au ${formatParisDateTime(paidUntil)}. Aucun prélèvement n’aura lieu ensuite.`,
    ],
  }),
  'contract-request': defineMail({ label: 'accusé de la demande', to: 'subscriber-id', ...contractRequestMail }),
  // Addressed as typed: no subscriber has the address.
  'contract-request-unknown': defineMail({ label: 'accusé de la demande', to: 'email', ...contractRequestMail }),
  receipt: defineMail({ label: 'reçu de paiement', to: 'subscriber-id', ...receiptMail }),
  'renewal-notice': defineMail({ label: 'prochain prélèvement', to: 'subscriber-id', ...renewalNoticeMail }),
  'renewal-failed': defineMail({ label: 'prélèvement non reçu', to: 'subscriber-id', ...renewalFailedMail }),
  'live-started': defineMail({
    label: 'live commencé',
    to: 'subscriber-id',
    // The token unsubscribes from these mails and grants nothing else.
    data: z.object({ name: z.string(), slug: z.string(), token: z.string() }),
    subject: (_title, model) => `${nameOf(model)} est en live`,
    paragraphs: ({ site: { publicUrl }, firstName }, { token, ...model }) => [
      greeting(firstName),
      `${nameOf(model)} vient d’entrer en scène.`,
      { label: 'Voir le live', url: `${publicUrl}${pagePath('live', model.slug)}` },
      'Vous recevez ce message parce que vous l’avez demandé. Pour ne plus être prévenu de ces lives\u00a0:',
      { label: 'Se désabonner', url: `${publicUrl}${pagePath('unsubscribe')}?token=${token}`, isQuiet: true },
    ],
  }),
  'password-changed': defineMail({
    label: 'mot de passe modifié',
    to: 'subscriber-id',
    data: z.object({ changedAt: z.iso.datetime() }),
    subject: (title) => `${title}\u00a0: votre mot de passe a été modifié`,
    paragraphs: ({ site: { title, publicUrl }, firstName }, { changedAt }) => [
      greeting(firstName),
      `Le mot de passe de votre compte ${title} a été modifié le ${formatParisDateTime(changedAt)}.`,
      'Si c’est bien vous, vous n’avez rien à faire.',
      ...ifNotYou(publicUrl, 'tous vos appareils seront déconnectés'),
    ],
  }),
  'new-device': defineMail({
    label: 'connexion d’un nouvel appareil',
    to: 'subscriber-id',
    data: z.object({ device: z.string(), at: z.iso.datetime() }),
    subject: (title) => `${title}\u00a0: connexion depuis un nouvel appareil`,
    paragraphs: ({ site: { title, publicUrl }, firstName }, { device, at }) => [
      greeting(firstName),
      `Votre compte ${title} vient d’être ouvert depuis un appareil que nous ne connaissions pas.`,
      deviceFacts(device, at),
      'Si c’est bien vous, vous n’avez rien à faire.',
      ...ifNotYou(publicUrl, 'tous vos appareils seront déconnectés'),
    ],
  }),
  // Addressed by e-mail address: the subscriber is erased.
  'account-deleted': defineMail({
    label: 'compte supprimé',
    to: 'email',
    data: z.object({ deletedAt: z.iso.datetime() }),
    subject: (title) => `${title}\u00a0: votre compte est supprimé`,
    paragraphs: ({ site: { title } }, { deletedAt }) => [
      'Bonjour,',
      `Votre compte ${title} a été supprimé le ${formatParisDateTime(deletedAt)}, à votre demande.`,
      'Si un abonnement était en cours, il est résilié\u00a0: plus rien n’est prélevé. Seules les écritures comptables sont gardées, sans votre nom ni votre adresse.',
      'Cette adresse n’est plus enregistrée chez nous\u00a0: c’est notre dernier message.',
    ],
  }),
  'email-confirmation': defineMail({
    label: 'confirmation de la nouvelle adresse',
    to: 'subscriber-new-email',
    data: z.object({}),
    subject: (title) => `${title}\u00a0: confirmez votre nouvelle adresse`,
    paragraphs: ({ site: { title }, firstName, confirmationUrl }) => [
      greeting(firstName),
      `Cette adresse a été indiquée comme la nouvelle adresse d’un compte ${title}. Ce lien est valable une heure et ne sert qu’une fois\u00a0:`,
      { label: 'Confirmer cette adresse', url: confirmationUrl },
      'Jusque-là, l’ancienne adresse reste valable. Si vous n’êtes pas à l’origine de cette demande, ignorez ce message.',
    ],
  }),
  'email-change-requested': defineMail({
    label: 'changement d’adresse demandé',
    to: 'subscriber-id',
    data: z.object({ requestedAt: z.iso.datetime() }),
    subject: (title) => `${title}\u00a0: changement d’adresse demandé`,
    paragraphs: ({ site: { title, publicUrl }, firstName }, { requestedAt }) => [
      greeting(firstName),
      `Une autre adresse e-mail a été indiquée pour votre compte ${title} le ${formatParisDateTime(requestedAt)}. Elle ne remplacera celle-ci qu’une fois confirmée par un lien.`,
      'Si c’est bien vous, vous n’avez rien à faire ici.',
      ...ifNotYou(publicUrl, 'la demande sera annulée et tous vos appareils déconnectés'),
    ],
  }),
  // Addressed to the former address, which no subscriber has any more.
  'email-changed': defineMail({
    label: 'adresse modifiée',
    to: 'email',
    data: z.object({ changedAt: z.iso.datetime() }),
    subject: (title) => `${title}\u00a0: votre adresse a été modifiée`,
    paragraphs: ({ site: { title, publicUrl } }, { changedAt }) => [
      'Bonjour,',
      `L’adresse e-mail de votre compte ${title} a été modifiée le ${formatParisDateTime(changedAt)}. Nos messages n’arriveront plus ici.`,
      'Si ce n’est pas vous, écrivez-nous tout de suite.',
      { label: 'Nous écrire', url: `${publicUrl}${pagePath('contact')}` },
    ],
  }),
  // Addressed to the contact address of the affiliate's models. Affiliates cannot reset their password; the administrator can.
  'affiliate-password-changed': defineMail({
    label: 'mot de passe du panneau modifié',
    to: 'email',
    data: z.object({ name: z.string(), slug: z.string(), changedAt: z.iso.datetime() }),
    subject: (title) => `${title}\u00a0: le mot de passe de votre panneau a été modifié`,
    paragraphs: ({ site: { publicUrl } }, { name, slug, changedAt }) => [
      'Bonjour,',
      `Le mot de passe du panneau affilié «\u00a0${name}\u00a0» a été modifié le ${formatParisDateTime(changedAt)}.`,
      'Si c’est bien vous, vous n’avez rien à faire. Sinon, prévenez tout de suite l’administration.',
      { label: 'Ouvrir le panneau', url: `${publicUrl}${pagePath('affiliatePanel', slug)}` },
    ],
  }),
};
export type MailKind = keyof typeof MAILS;
export const MAIL_KINDS = Object.keys(MAILS) as MailKind[];
/** Returns the label of a stored kind; a kind of another version is its own label. */
export const mailLabel = (kind: string): string => (Object.hasOwn(MAILS, kind) ? MAILS[kind as MailKind].label : kind);

/** Mail to queue: kind, recipient according to the kind's addressing, and data. */
export type MailRequest = {
  [Kind in MailKind]: {
    kind: Kind;
    data: z.input<(typeof MAILS)[Kind]['data']>;
  } & ((typeof MAILS)[Kind]['to'] extends 'subscriber-id' | 'subscriber-unpaid' | 'subscriber-new-email'
    ? { subscriberId: string }
    : { email: string });
}[MailKind];
