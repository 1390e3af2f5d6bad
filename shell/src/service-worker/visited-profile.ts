import { DAY_MS } from 'contracts/durations';
import { hasSlugShape } from 'contracts/slugs';
import { truncate } from 'contracts/truncate';

/** A profile that this browser has visited, with public data only. */
export interface VisitedProfile {
  slug: string;
  name: string;
  bio: string;
  /** Addresses of public renditions on this origin. */
  avatar?: string | undefined;
  cover?: string | undefined;
  /** Milliseconds since 1970. */
  visitedAt: number;
}

/** Prefix of every cache of the site; a worker removes no others. */
export const CACHE_PREFIX = 'site-';
/** Cache of the visited profiles and of their pictures. */
export const PROFILES_CACHE = `${CACHE_PREFIX}profiles`;
/** Key of the list in that cache; no page has this address. */
const LIST_KEY = '/.visited-profiles';

const PROFILE_MAX_AGE_MS = 30 * DAY_MS;
const PROFILES_MAX = 12;
const NAME_MAX_LENGTH = 120;
const BIO_MAX_LENGTH = 600;

/** Paths of pictures that are always public, as opposed to items of a list, which may be locked (docs/domain.md#locked-content). */
const PUBLIC_PICTURE = /^\/uploads\/public\/[\w-]+\/[\w-]+\.webp(?:\?v=\d+)?$/;

const pictureOf = (value: unknown): string | undefined =>
  typeof value === 'string' && PUBLIC_PICTURE.test(value) ? value : undefined;

/** Copies the public fields of a profile; null for any other value. */
export const parseProfile = (value: unknown, visitedAt: number): VisitedProfile | null => {
  const { slug, name, bio, avatar, cover } = (value ?? {}) as Partial<Record<keyof VisitedProfile, unknown>>;
  if (typeof slug !== 'string' || !hasSlugShape(slug)) return null;
  if (typeof name !== 'string' || name === '' || name.length > NAME_MAX_LENGTH) return null;
  return {
    slug,
    name,
    bio: typeof bio === 'string' ? truncate(bio, BIO_MAX_LENGTH) : '',
    avatar: pictureOf(avatar),
    cover: pictureOf(cover),
    visitedAt,
  };
};

/** Returns the list with a profile at the front, without those that are too old or exceed the limit. */
export const withProfile = (profiles: readonly VisitedProfile[], visited: VisitedProfile): VisitedProfile[] =>
  [visited, ...profiles.filter(({ slug }) => slug !== visited.slug)]
    .filter(({ visitedAt }) => visited.visitedAt - visitedAt < PROFILE_MAX_AGE_MS)
    .slice(0, PROFILES_MAX);

/** Reads the stored profiles, the latest first; empty without any. */
export const readProfiles = async (cache: Cache, now: number): Promise<VisitedProfile[]> => {
  const stored: unknown = await (await cache.match(LIST_KEY))?.json();
  if (!Array.isArray(stored)) return [];
  return stored
    .flatMap((one) => parseProfile(one, Number((one as VisitedProfile | null)?.visitedAt)) ?? [])
    .filter(({ visitedAt }) => now - visitedAt < PROFILE_MAX_AGE_MS);
};

/** Stores the list and removes pictures that it does not name. */
export const writeProfiles = async (cache: Cache, profiles: readonly VisitedProfile[]): Promise<void> => {
  await cache.put(
    LIST_KEY,
    new Response(JSON.stringify(profiles), { headers: { 'content-type': 'application/json' } }),
  );
  const listedPaths = new Set([LIST_KEY, ...profiles.flatMap(({ avatar, cover }) => [avatar, cover])]);
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!listedPaths.has(pathname + search)) await cache.delete(request);
  }
};
