import { httpAddress, processSettings } from 'service-kit/config';
import { z } from 'zod';

export const shellConfig = z.object({
  ...processSettings,
  PUBLIC_URL: httpAddress(),
  SITE_TITLE: z.string().default('Coulisses'),
  CATALOGUE_URL: httpAddress(),
  AFFILIATE_URL: httpAddress(),
  /** Where the public micro-frontend's server bundle is fetched. */
  REMOTE_PUBLIC_URL: httpAddress(),
  /** Where media sends browsers for files that a store delivers (its S3_PUBLIC_ENDPOINT); with the bucket in front where that is in the host. */
  MEDIA_ORIGIN: httpAddress()
    .transform((value) => new URL(value).origin)
    .optional(),
  /** Only by `npm run dev`: the page's files come from the development build, with hot updates. */
  SHELL_ASSETS_URL: httpAddress().optional(),
});
