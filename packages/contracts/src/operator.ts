import { z } from 'zod';

const line = z.string().trim().min(1).max(300);

/**
 * Operator of the site, as the legal pages state it (LCEN, article 6; Code de la consommation, L111-1, L616-1). A missing fact
 * shows as "à compléter": it is never invented.
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
    /** VAT number within the EU. */
    vat: line,
    /** Directeur ou directrice de la publication. */
    publicationDirector: line,
    email: z.email(),
    phone: line,
    /** Company, address and telephone of who hosts the site. */
    host: line,
    /** Name and address of the consumer mediator. */
    mediator: line,
    mediatorUrl: z.url({ protocol: /^https$/ }),
    /** Address for requests about personal data. */
    privacyEmail: z.email(),
    /** The payment partner, who charges. */
    paymentPartner: line,
  })
  .partial();
export type OperatorFacts = z.output<typeof operatorFacts>;
export type OperatorFact = keyof OperatorFacts;
/** Stands in place of a fact that is missing. */
export const MISSING_FACT = 'à compléter';
