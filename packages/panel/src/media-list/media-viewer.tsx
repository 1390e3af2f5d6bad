import type { ContentItem } from 'contracts/media-items';
import { useState } from 'react';
import { MediaViewer } from 'ui/media-viewer';
import type { Caller } from 'web-kit/api';
import { skipToken, useQuery } from 'web-kit/query';
import { saveOriginal } from './api/get-original.ts';
import { getUpload } from './api/get-upload.ts';
import { ViewerSide } from './viewer-side.tsx';
import type { ViewerSideProps } from './viewer-side.tsx';

export interface ItemViewerProps extends Pick<ViewerSideProps, 'nowMs' | 'actions' | 'wrongLikes' | 'onPicture'> {
  title: string;
  /** Viewable items, at least one. */
  items: readonly ContentItem[];
  nameOf: (filename: string) => string;
  isVideo: boolean;
  slug: string;
  session: Caller;
  /** Filename of the shown item. */
  filename: string;
  onOpen: (filename: string) => void;
  onClose: () => void;
}

/** Full-screen viewer of a model's media, with the actions on each. Expired signed addresses are requested again. */
export default function ItemViewer({
  title,
  items,
  nameOf,
  isVideo,
  slug,
  session,
  filename,
  onOpen,
  onClose,
  ...side
}: ItemViewerProps) {
  const [fresh, setFresh] = useState<ReadonlyMap<string, string>>(new Map());
  const renew = async () => {
    try {
      const { filePath } = await getUpload(session, slug, filename);
      setFresh((all) => new Map(all).set(filename, filePath));
    } catch {
      // The viewer shows the failure itself, with a button to retry.
    }
  };
  const index = Math.max(
    0,
    items.findIndex((item) => item.filename === filename),
  );
  const open = items[index];
  const originalQuery = useQuery({
    queryKey: ['upload', slug, open?.filename],
    queryFn: open ? ({ signal }) => getUpload(session, slug, open.filename, signal) : skipToken,
  });
  return (
    <MediaViewer
      title={title}
      items={items.map((item) => ({
        id: item.filename,
        kind: isVideo ? 'video' : 'photo',
        src: fresh.get(item.filename) ?? item.filePath,
        ...(item.image && { poster: item.image }),
        ...(item.width && item.height && { width: item.width, height: item.height }),
        ...(item.hls && { hls: item.hls }),
        label: nameOf(item.filename),
      }))}
      index={index}
      onIndex={(to) => onOpen(items[to]?.filename ?? filename)}
      onClose={onClose}
      onFailed={() => void renew()}
      side={
        open && (
          <ViewerSide
            item={open}
            name={nameOf(open.filename)}
            place={`${index + 1} sur ${items.length}`}
            original={originalQuery}
            onSave={() => saveOriginal(session, slug, open.filename)}
            {...side}
          />
        )
      }
    />
  );
}
