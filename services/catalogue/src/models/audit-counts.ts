import { countsOfItems } from 'contracts/media-items';
import type { MediaListCounts } from 'contracts/media-items';
import { LIST_PARTS, MEDIA_LISTS } from './model-record.ts';
import type { MediaList, ModelRecord } from './model-record.ts';
import type { ModelPart } from './model.repository.ts';

/** Returns the counts of each list for the audit trail, before and after a partial model lost items. @param now milliseconds */
export const countsAround = ({ model: before, counts }: ModelPart, after: ModelRecord, now: number) => {
  const countsOf = (model: ModelRecord, list: MediaList, { locked, likes }: ModelPart['counts'][MediaList]) => ({
    items: model.lengths[LIST_PARTS[list]],
    locked,
    scheduled: model.scheduled[LIST_PARTS[list]].filter((date) => date.getTime() > now).length,
    likes,
  });
  const remaining = (list: MediaList) => {
    const lost = countsOfItems(
      before[list].filter((item) => !after[list].includes(item)),
      now,
    );
    return { locked: counts[list].locked - lost.locked, likes: counts[list].likes - lost.likes };
  };
  const ofEach = (valueOf: (list: MediaList) => MediaListCounts) =>
    Object.fromEntries(MEDIA_LISTS.map((list) => [list, valueOf(list)])) as Record<MediaList, MediaListCounts>;
  return {
    before: ofEach((list) => countsOf(before, list, counts[list])),
    after: ofEach((list) => countsOf(after, list, remaining(list))),
  };
};
