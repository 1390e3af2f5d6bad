import { assetIdOfPublicPath } from 'contracts/media';
import type { ModelChange } from 'contracts/models';
import { isLive, PICTURE_VERSIONS, PICTURES, withDerived } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';

type Facts = Omit<ModelChange, 'is_live' | 'manual_live_override'>;

const withoutUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** Returns the asset id in a rendition's path, else the path: all renditions and versions of an asset are the same picture. */
const pictureNamed = (path: string | null): string | null =>
  path === null ? null : (assetIdOfPublicPath(path) ?? path);

/** Maximum number of former slugs of a model: its events and cached pages name each of them. */
const MAX_FORMER_SLUGS = 20;

/** Applies a new slug; links with the former ones redirect to it, up to MAX_FORMER_SLUGS. */
const renamed = (before: ModelRecord, slug: string): Pick<ModelRecord, 'slug' | 'previousSlugs'> => ({
  slug,
  previousSlugs:
    slug === before.slug || before.slug === ''
      ? before.previousSlugs
      : [...before.previousSlugs.filter((old) => old !== slug), before.slug].slice(-MAX_FORMER_SLUGS),
});

const withNewVersions = (before: ModelRecord, after: ModelRecord): ModelRecord => {
  const next = { ...after };
  for (const picture of PICTURES) {
    if (pictureNamed(after[picture]) === pictureNamed(before[picture])) next[picture] = before[picture];
    else if (before.revision > 0) next[PICTURE_VERSIONS[picture]] = before[PICTURE_VERSIONS[picture]] + 1;
  }
  return next;
};

/**
 * Returns the override after a save (docs/domain.md#live): the submitted one; else `is_live`, when it differs both from the state
 * that the user saw and from the schedule.
 * @param shownAt milliseconds, by the clock of the views
 */
const overrideAfter = (
  before: ModelRecord,
  after: ModelRecord,
  { is_live, manual_live_override }: ModelChange,
  shownAt: number,
): boolean | null => {
  if (manual_live_override !== undefined) return manual_live_override;
  const isStateAsSeen = before.revision > 0 && is_live === isLive(before, shownAt);
  if (is_live === undefined || isStateAsSeen || is_live === isLive(after, shownAt)) return after.manual_live_override;
  return is_live;
};

/**
 * Applies a user's change to a model: absent fields are unchanged.
 * @param now milliseconds
 * @param shownAt the same instant by the clock of the views, when `is_live` may have been read from one
 */
export const changedModel = (before: ModelRecord, change: ModelChange, now: number, shownAt = now): ModelRecord => {
  const { is_live: _live, manual_live_override: _override, ...facts } = change;
  const fields = withoutUndefined<Facts>(facts);
  const after = withNewVersions(before, {
    ...before,
    ...fields,
    ...renamed(before, fields.slug ?? before.slug),
  });
  return withDerived(
    {
      ...after,
      manual_live_override: overrideAfter(before, after, change, shownAt),
      editRevision: before.editRevision + 1,
    },
    now,
  );
};
