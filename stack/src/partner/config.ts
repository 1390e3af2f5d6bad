import { httpAddress, processSettings, secret } from 'service-kit/config';
import { z } from 'zod';

export const partnerConfig = z
  .object({
    ...processSettings,
    /** Where payments are told: https://site/api/postbacks/<partner> */
    POSTBACK_URL: httpAddress(),
    POSTBACK_KEY: secret(24),
    /** The site to which the payer comes back. */
    PUBLIC_URL: httpAddress(),
  })
  .refine(({ NODE_ENV }) => NODE_ENV !== 'production', {
    path: ['NODE_ENV'],
    message: 'the sandbox partner takes no real payment and does not run in production',
    // Also beside other faults, so that one start shows them all.
    when: () => true,
  });
