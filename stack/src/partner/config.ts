import { httpAddress, processSettings, secret } from 'service-kit/config';
import { z } from 'zod';

export const partnerConfig = z
  .object({
    ...processSettings,
    /** Target of postbacks: https://site/api/postbacks/<partner> */
    POSTBACK_URL: httpAddress(),
    POSTBACK_KEY: secret(24),
    /** Signs notifications sent by POST. */
    WEBHOOK_SECRET: secret(32).startsWith('whsec_'),
    /** Public address of the fake Telegram's invites. */
    TELEGRAM_ORIGIN: httpAddress().default('http://localhost:8080'),
    /** Site to which the payer returns. */
    PUBLIC_URL: httpAddress(),
  })
  .refine(({ NODE_ENV }) => NODE_ENV !== 'production', {
    path: ['NODE_ENV'],
    message: 'the sandbox partner takes no real payment and does not run in production',
    // Also checked when other settings are invalid, so that one start reports all faults.
    when: () => true,
  });
