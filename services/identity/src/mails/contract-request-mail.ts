import { ANNOUNCED_OUTCOMES, CONTRACT_REQUEST_KINDS } from 'contracts/contract-requests';
import type { AnnouncedOutcome, ContractRequestKind } from 'contracts/contract-requests';
import { contractName } from 'contracts/contract-texts';
import { formatDate, formatParisDateTime } from 'contracts/french-dates';
import { pagePath, PAGES } from 'contracts/pages';
import { z } from 'zod';
import { greeting } from './mail-content.ts';
import type { MailContext, Paragraph } from './mail-content.ts';

const contractRequest = z.object({
  kind: z.enum(CONTRACT_REQUEST_KINDS),
  outcome: z.enum(ANNOUNCED_OUTCOMES),
  reference: z.string(),
  receivedAt: z.iso.datetime(),
  contractEnd: z.iso.datetime().nullable(),
  effectiveAt: z.iso.datetime().nullable(),
});
type ContractRequest = z.output<typeof contractRequest>;
type Site = MailContext['site'];

/** Note of mails that confirm what a person has decided about the contract (D215-2 and D221-5 of the consumer code). */
export const DURABLE_CONFIRMATION = 'Confirmation sur support durable, à conserver.';

const DEMANDS = { cancellation: 'résiliation', withdrawal: 'rétractation' } as const;
const SUBJECTS: Partial<Record<AnnouncedOutcome, Record<ContractRequestKind, string>>> = {
  accepted: { cancellation: 'votre résiliation est confirmée', withdrawal: 'votre rétractation est confirmée' },
};

/** Outcomes that end a contract. */
const CONCERNED: ReadonlySet<AnnouncedOutcome> = new Set(['accepted', 'scheduled']);

/** Returns the receipt of a request, for any outcome. */
const receiptOf = (
  title: string,
  { kind, outcome, reference, receivedAt, contractEnd }: ContractRequest,
): Paragraph[] => [
  `Nous avons bien reçu votre demande de ${DEMANDS[kind]} de votre contrat ${title}. Cet e-mail vous sert de preuve.`,
  {
    facts: [
      { term: 'Référence', value: reference },
      { term: 'Reçue le', value: formatParisDateTime(receivedAt) },
      ...(CONCERNED.has(outcome) ? [{ term: 'Contrat', value: contractName(title) }] : []),
    ],
    ...(contractEnd && { total: { term: 'Fin du contrat', value: formatDate(contractEnd), isDate: true } }),
  },
];
const contactLink = ({ publicUrl }: Site): Paragraph => ({
  label: 'Nous écrire',
  url: `${publicUrl}${pagePath('contact')}`,
  isQuiet: true,
});
const contractLink = ({ publicUrl }: Site, { kind }: ContractRequest): Paragraph[] => [
  kind === 'cancellation'
    ? { label: PAGES.cancellation.title, url: `${publicUrl}${pagePath('cancellation')}` }
    : { label: 'Renoncer au contrat ici', url: `${publicUrl}${pagePath('withdrawal')}` },
];
/** Paragraphs for the subscriber by outcome (docs/domain.md#end-of-a-contract). */
const OUTCOME_PARAGRAPHS: Record<AnnouncedOutcome, (site: Site, data: ContractRequest) => readonly Paragraph[]> = {
  accepted: (_site, data) =>
    data.kind === 'cancellation'
      ? [
          'Votre contrat est résilié.',
          `Vous gardez l’accès à tout le contenu jusqu’${data.contractEnd ? `au ${formatParisDateTime(data.contractEnd)}` : 'à la fin du contrat'}. Plus rien ne sera prélevé.`,
        ]
      : [
          'Votre rétractation est enregistrée\u00a0: votre contrat a pris fin, et l’accès avec lui.',
          'Le paiement vous est rendu par le même moyen, au plus tard dans les 14 jours.',
        ],
  scheduled: (_site, { effectiveAt }) => [
    `Votre contrat sera résilié ${effectiveAt === null ? 'à la date choisie' : `le ${formatDate(effectiveAt)}`}, comme vous l’avez demandé. Un e-mail vous le confirmera ce jour-là, avec la fin de votre accès.`,
    'D’ici là, rien ne change\u00a0: un mois qui commence avant cette date est encore dû.',
  ],
  overtaken: (site, data) => [
    'La résiliation prévue pour aujourd’hui concernait votre ancien contrat, qui est terminé. L’abonnement que vous avez pris depuis continue. Vous pouvez le résilier à tout moment\u00a0:',
    ...contractLink(site, data),
  ],
  'already-ended': (_site, data) => [
    data.kind === 'cancellation'
      ? 'Votre contrat était déjà résilié\u00a0: il n’y a rien d’autre à faire.'
      : 'Vous aviez déjà renoncé à votre contrat\u00a0: il n’y a rien d’autre à faire.',
  ],
  'no-contract': () => ['Vous n’avez pas de contrat en cours\u00a0: rien n’a changé, et rien ne vous sera prélevé.'],
  'too-late': (site, data) => [
    'Le délai de rétractation de 14 jours est passé\u00a0: votre contrat continue. Vous pouvez le résilier à tout moment\u00a0:',
    ...contractLink(site, { ...data, kind: 'cancellation' }),
  ],
  'unknown-email': (site, data) => [
    `Aucun abonnement ${site.title} n’existe pour cette adresse e-mail\u00a0: rien n’a changé.`,
    'Si vous vous êtes abonné avec une autre adresse, recommencez avec elle\u00a0:',
    ...contractLink(site, data),
    'Si vous n’êtes pas à l’origine de cette demande, ignorez ce message.',
  ],
  'name-differs': (site, data) => [
    'Le nom indiqué n’est pas celui de votre abonnement\u00a0: pour votre sécurité, rien n’a changé.',
    'Si la demande vient de vous, recommencez en étant connecté à votre compte, ou avec le prénom et le nom de votre inscription\u00a0:',
    ...contractLink(site, data),
    'Sinon, ignorez ce message\u00a0: votre contrat continue.',
  ],
};

/** Durable confirmation of a request about a contract; only this mail states the outcome. */
export const contractRequestMail = {
  data: contractRequest,
  subject: (title: string, { kind, outcome }: ContractRequest): string =>
    `${title}\u00a0: ${SUBJECTS[outcome]?.[kind] ?? `votre demande de ${DEMANDS[kind]}`}`,
  note: DURABLE_CONFIRMATION,
  paragraphs: ({ site, firstName }: MailContext, data: ContractRequest): readonly Paragraph[] => [
    greeting(firstName),
    ...receiptOf(site.title, data),
    ...OUTCOME_PARAGRAPHS[data.outcome](site, data),
    // A stranger who knows name and address may have sent the request.
    ...(CONCERNED.has(data.outcome)
      ? ['Ce n’était pas vous\u00a0? Écrivez-nous tout de suite\u00a0:', contactLink(site)]
      : []),
  ],
};
