import type { ContentItem } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import { useRef, useState } from 'react';
import { useWrongLikes } from '../media-list/index.tsx';
import { hasSameItems, listsOf } from './values.ts';
import type { MediaField, MediaLists } from './values.ts';

/** The media lists of a form, as they are and as they were saved last. */
export const useMediaLists = (opened: ModelView | null) => {
  const [lists, setLists] = useState(() => listsOf(opened));
  const [savedLists, setSavedLists] = useState(lists);
  /** Includes changes since the last render: a save reads it after its response. */
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
    /** Replaces what was changed by the lists of another edition. */
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
