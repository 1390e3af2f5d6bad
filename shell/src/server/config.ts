import { operatorFacts } from 'contracts/operator';
import { flag, httpAddress, json, processSettings } from 'service-kit/config';
import { publicBucketSettings, refinePublicBucket } from 'service-kit/public-bucket';
import { z } from 'zod';

export const shellConfig = z
  .object({
    ...processSettings,
    PUBLIC_URL: httpAddress(),
    SITE_TITLE: z.string().default('Coulisses'),
    /** Facts of the legal pages; missing ones are shown as "à compléter". */
    OPERATOR: json(operatorFacts.strict()).default({}),
    CATALOGUE_URL: httpAddress(),
    AFFILIATE_URL: httpAddress(),
    /** Address from which the public micro-frontend's server bundle is fetched. */
    REMOTE_PUBLIC_URL: httpAddress(),
    /** Same settings as media's. */
    ...publicBucketSettings,
    S3_BUCKET: publicBucketSettings.S3_BUCKET.optional(),
    /** false removes the service worker from all browsers (docs/domain.md#without-a-network). */
    SERVICE_WORKER: flag().default(true),
    /** Set by `npm run dev` only: the page's files come from the development build, with hot updates. */
    SHELL_ASSETS_URL: httpAddress().optional(),
  })
  .superRefine(refinePublicBucket);
