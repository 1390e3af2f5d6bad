import { createHash } from 'node:crypto';
import { base32Of } from 'service-kit/base32';

/** CK-7F3K9QXA names a checkout to people; its reference does not follow from it. */
export const checkoutNumberOf = (reference: string): string =>
  `CK-${base32Of(createHash('sha256').update(reference).digest('hex'))}`;
