import { createHash } from 'node:crypto';
import { base32Of } from 'service-kit/base32';

/** Returns the public number of a checkout, such as CK-7F3K9QXA, from which its reference cannot be derived. */
export const checkoutNumberOf = (reference: string): string =>
  `CK-${base32Of(createHash('sha256').update(reference).digest('hex'))}`;
