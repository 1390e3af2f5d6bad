import { parseMediaList } from 'contracts/media-items';
import type { ContentItem } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';

export const CONTENT_KINDS = ['photos', 'videos', 'lives'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** Labels and layout of each media list of a model. */
export const CONTENT = {
  photos: {
    tab: TEXTS.photosTab,
    tile: 'photo',
    noun: 'Photo',
    one: 'photo',
    layout: 'feature',
    empty: 'Aucune photo pour le moment',
  },
  videos: {
    tab: TEXTS.videosTab,
    tile: 'video',
    noun: 'Vidéo',
    one: 'vidéo',
    layout: 'wide',
    empty: 'Aucune vidéo pour le moment',
  },
  lives: {
    tab: TEXTS.replaysTab,
    tile: 'live',
    noun: 'Rediffusion',
    one: 'rediffusion',
    layout: 'wide',
    empty: 'Aucune rediffusion pour le moment',
  },
} as const;

export type ContentLists = Record<ContentKind, ContentItem[]>;

/** Returns the media lists of a model as this viewer may see them. */
export const listsOf = ({ photo_items, video_items, live_replays }: ModelView): ContentLists => ({
  photos: parseMediaList(photo_items),
  videos: parseMediaList(video_items),
  lives: parseMediaList(live_replays),
});

/** Returns the counts shown by the tabs. They are the catalogue's and may exceed the number of items that this viewer sees. */
export const countsOf = ({ photos_count, videos_count, lives_count }: ModelView): Record<ContentKind, number> => ({
  photos: photos_count,
  videos: videos_count,
  lives: lives_count,
});
