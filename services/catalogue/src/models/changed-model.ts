import { DEFAULT_SOURCE_ID } from 'contracts/limits';
import { assetIdOfPublicPath } from 'contracts/media';
import type { ModelChange } from 'contracts/models';
import { isLive, PICTURE_VERSIONS, PICTURES, withDerived } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';

type Facts = Omit<ModelChange, 'is_live' | 'manual_live_override'>;

const withoutUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** Any rendition of an asset, in any version, is the same picture. */
const pictureNamed = (path: string | null): string | null =>
  path === null ? null : (assetIdOfPublicPath(path) ?? path);

/** A new slug; old links lead from the former one to it. */
const renamed = (before: ModelRecord, slug: string): Pick<ModelRecord, 'slug' | 'previousSlugs'> => ({
  slug,
  previousSlugs:
    slug === before.slug || before.slug === ''
      ? before.previousSlugs
      : [...before.previousSlugs.filter((old) => old !== slug), before.slug],
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
 * The override after a save (docs/domain.md#live): the sent one; else `is_live` where it differs both from the state
 * that the person saw and from the schedule's.
 */
const overrideAfter = (
  before: ModelRecord,
  after: ModelRecord,
  { is_live, manual_live_override }: ModelChange,
  now: number,
): boolean | null => {
  if (manual_live_override !== undefined) return manual_live_override;
  const isStateAsSeen = before.revision > 0 && is_live === isLive(before, now);
  if (is_live === undefined || isStateAsSeen || is_live === isLive(after, now)) return after.manual_live_override;
  return is_live;
};

/**
 * A person's change of a model: what is absent stays as it is.
 * @param now milliseconds
 */
export const changedModel = (before: ModelRecord, change: ModelChange, now: number): ModelRecord => {
  const { is_live: _live, manual_live_override: _override, ...facts } = change;
  const fields = withoutUndefined<Facts>(facts);
  const after = withNewVersions(before, {
    ...before,
    ...fields,
    ...renamed(before, fields.slug ?? before.slug),
    adexico_source_id: (fields.adexico_source_id ?? before.adexico_source_id) || DEFAULT_SOURCE_ID,
  });
  return withDerived(
    {
      ...after,
      manual_live_override: overrideAfter(before, after, change, now),
      editRevision: before.editRevision + 1,
    },
    now,
  );
};
