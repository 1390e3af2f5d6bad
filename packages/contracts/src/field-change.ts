import { z } from 'zod';

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** Field that a user changed, with its values as in the audit trail: addresses and links masked, passwords omitted. */
export const fieldChange = z.object({ field: z.string(), before: fieldValue.optional(), after: fieldValue.optional() });
export type FieldChange = z.infer<typeof fieldChange>;
