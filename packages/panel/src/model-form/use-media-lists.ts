import type { ContentItem } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import { useRef, useState } from 'react';
import { useWrongLikes } from '../media-list/index.tsx';
import { hasSameItems, listsOf } from './values.ts';
import type { MediaField, MediaLists } from './values.ts';

/** Returns the media lists of a form, with the last saved ones. */
export const useMediaLists = (opened: ModelView | null) => {
  const [lists, setLists] = useState(() => listsOf(opened));
  const [savedLists, setSavedLists] = useState(lists);
  /** Includes changes since the last rendering: a save reads it after its response. */
  const latest = useRef(lists);
  const { wrongLikes, setWrongLikes, clearWrongLikes } = useWrongLikes();
  const put = (next: MediaLists) => {
    latest.current = next;
    setLists(next);
  };
  return {
    lists,
    savedLists,
    wrongLikes,
    setWrongLikes,
    put,
    setSavedLists,
    latest: () => latest.current,
    change: (field: MediaField, change: (items: ContentItem[]) => ContentItem[]) =>
      put({ ...latest.current, [field]: change(latest.current[field]) }),
    /** Replaces the lists by those of another edition. */
    adopt: (theirs: MediaLists) => {
      put(theirs);
      setSavedLists(theirs);
      clearWrongLikes();
    },
    hasChanges: !hasSameItems(lists, savedLists),
    hasWrongLikes: Object.values(lists)
      .flat()
      .some(({ filename }) => wrongLikes.has(filename)),
  };
};
