import { httpAddress, processSettings } from 'service-kit/config';
import { publicBucketSettings, refinePublicBucket } from 'service-kit/public-bucket';
import { z } from 'zod';

export const shellConfig = z
  .object({
    ...processSettings,
    PUBLIC_URL: httpAddress(),
    SITE_TITLE: z.string().default('Coulisses'),
    CATALOGUE_URL: httpAddress(),
    AFFILIATE_URL: httpAddress(),
    /** Where the public micro-frontend's server bundle is fetched. */
    REMOTE_PUBLIC_URL: httpAddress(),
    /** As media has them. */
    ...publicBucketSettings,
    S3_BUCKET: publicBucketSettings.S3_BUCKET.optional(),
    /** Only by `npm run dev`: the page's files come from the development build, with hot updates. */
    SHELL_ASSETS_URL: httpAddress().optional(),
  })
  .superRefine(refinePublicBucket);
