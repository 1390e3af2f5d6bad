import { z } from 'zod';
import { flag, httpAddress } from './config.ts';

/** Settings of the bucket that browsers reach: media sends them there, the pages' content security policy admits it. */
export const publicBucketSettings = {
  /** Address at which browsers reach the store; absent: media delivers the files itself. */
  S3_PUBLIC_ENDPOINT: httpAddress().optional(),
  S3_BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  /** true: the bucket stands in the path of an address; false: in its host. */
  S3_FORCE_PATH_STYLE: flag().default(true),
};

interface PublicBucket {
  NODE_ENV: string;
  S3_PUBLIC_ENDPOINT?: string | undefined;
  S3_BUCKET?: string | undefined;
  S3_FORCE_PATH_STYLE: boolean;
}

/** Origin of the bucket's files for browsers; undefined where media delivers them itself. */
export const publicBucketOrigin = ({
  S3_PUBLIC_ENDPOINT,
  S3_BUCKET,
  S3_FORCE_PATH_STYLE,
}: PublicBucket): string | undefined => {
  if (S3_PUBLIC_ENDPOINT === undefined) return undefined;
  const { protocol, host } = new URL(S3_PUBLIC_ENDPOINT);
  return S3_FORCE_PATH_STYLE ? `${protocol}//${host}` : `${protocol}//${S3_BUCKET}.${host}`;
};

/**
 * Rejects, as a zod `superRefine`, a bucket that the pages could not admit alone. Browsers ignore the path of a policy's source
 * after a redirect (https://www.w3.org/TR/CSP3/#match-paths), and media redirects: a bucket in the path would admit every bucket
 * of the store's host. So in production the bucket must stand in the host; a dot in its name would take it out of there again.
 */
export const refinePublicBucket = (
  { NODE_ENV, S3_PUBLIC_ENDPOINT, S3_BUCKET, S3_FORCE_PATH_STYLE }: PublicBucket,
  context: z.core.$RefinementCtx,
): void => {
  if (S3_PUBLIC_ENDPOINT === undefined) return;
  const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (S3_BUCKET === undefined) fault('S3_BUCKET', 'is missing beside S3_PUBLIC_ENDPOINT');
  if (NODE_ENV !== 'production') return;
  if (!S3_PUBLIC_ENDPOINT.startsWith('https:')) fault('S3_PUBLIC_ENDPOINT', 'must be https in production');
  if (S3_FORCE_PATH_STYLE)
    fault(
      'S3_FORCE_PATH_STYLE',
      'must be false beside S3_PUBLIC_ENDPOINT in production: pages may admit this bucket, not the whole host of the store',
    );
  if (S3_BUCKET?.includes('.')) fault('S3_BUCKET', 'must have no dot beside S3_PUBLIC_ENDPOINT in production');
};
