import { httpAddress, processSettings, secret } from 'service-kit/config';
import { z } from 'zod';

export const partnerConfig = z
  .object({
    ...processSettings,
    /** Where postbacks go: https://site/api/postbacks/<partner> */
    POSTBACK_URL: httpAddress(),
    POSTBACK_KEY: secret(24),
    /** Signs what is sent by POST. */
    WEBHOOK_SECRET: secret(32).startsWith('whsec_'),
    /** Where visitors reach the invites of the Telegram double. */
    TELEGRAM_ORIGIN: httpAddress().default('http://localhost:8080'),
    /** The site to which the payer comes back. */
    PUBLIC_URL: httpAddress(),
  })
  .refine(({ NODE_ENV }) => NODE_ENV !== 'production', {
    path: ['NODE_ENV'],
    message: 'the sandbox partner takes no real payment and does not run in production',
    // Also beside other faults, so that one start shows them all.
    when: () => true,
  });
