import { z } from 'zod';
import { flag, httpAddress } from './config.ts';

/** Settings of the bucket that browsers access: media redirects to it, and the pages' content security policy allows it. */
export const publicBucketSettings = {
  /** Address at which browsers access the store; absent: media serves the files itself. */
  S3_PUBLIC_ENDPOINT: httpAddress().optional(),
  S3_BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  /** true: the bucket is part of an address's path; false: of its host. */
  S3_FORCE_PATH_STYLE: flag().default(true),
};

interface PublicBucket {
  NODE_ENV: string;
  S3_PUBLIC_ENDPOINT?: string | undefined;
  S3_BUCKET?: string | undefined;
  S3_FORCE_PATH_STYLE: boolean;
}

/** Returns the origin of the bucket's files for browsers; undefined when media serves them itself. */
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
 * Rejects, as a zod `superRefine`, a bucket that a content security policy cannot allow by itself. Browsers ignore the path of a
 * policy's source after a redirect (https://www.w3.org/TR/CSP3/#match-paths), and media redirects: with the bucket in the path, the
 * policy would allow every bucket of the store. In production the bucket must therefore be part of the host; a dot in its name
 * would prevent that.
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
