import { z } from 'zod';

const line = z.string().trim().min(1).max(300);

/**
 * Operator of the site, as the legal pages state it (LCEN, article 6; Code de la consommation, L111-1, L616-1). A missing fact is
 * shown as "à compléter", never replaced by a made-up value.
 */
export const operatorFacts = z
  .object({
    /** Company or person. */
    name: line,
    /** "SAS au capital de 10 000 €" */
    legalForm: line,
    address: line,
    /** "RCS Paris 123 456 789" */
    registration: line,
    /** VAT number in the EU. */
    vat: line,
    /** Directeur ou directrice de la publication. */
    publicationDirector: line,
    email: z.email(),
    phone: line,
    /** Company, address and telephone of the hosting provider. */
    host: line,
    /** Name and address of the consumer mediator. */
    mediator: line,
    mediatorUrl: z.url({ protocol: /^https$/ }),
    /** Address for requests about personal data. */
    privacyEmail: z.email(),
    /** Payment partner that charges subscribers. */
    paymentPartner: line,
  })
  .partial();
export type OperatorFacts = z.output<typeof operatorFacts>;
export type OperatorFact = keyof OperatorFacts;
/** Text shown for a missing fact. */
export const MISSING_FACT = 'à compléter';
