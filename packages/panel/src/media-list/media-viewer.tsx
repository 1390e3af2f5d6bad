import type { ContentItem } from 'contracts/media-items';
import { useState } from 'react';
import { MediaViewer } from 'ui/media-viewer';
import type { Caller } from 'web-kit/api';
import { getUpload } from './api/get-upload.ts';

export interface ItemViewerProps {
  title: string;
  /** Those that can be shown. */
  items: readonly ContentItem[];
  nameOf: (filename: string) => string;
  isVideo: boolean;
  slug: string;
  session: Caller;
  /** Which one is open. */
  filename: string;
  onOpen: (filename: string) => void;
  onClose: () => void;
}

/** A model's media as large as the screen. Signed addresses that ran out are requested again. */
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
}: ItemViewerProps) {
  const [fresh, setFresh] = useState<ReadonlyMap<string, string>>(new Map());
  const renew = async () => {
    try {
      const { filePath } = await getUpload(session, slug, filename);
      setFresh((all) => new Map(all).set(filename, filePath));
    } catch {
      // The viewer shows its own failure with a button to retry.
    }
  };
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
      index={Math.max(
        0,
        items.findIndex((item) => item.filename === filename),
      )}
      onIndex={(index) => onOpen(items[index]?.filename ?? filename)}
      onClose={onClose}
      onFailed={() => void renew()}
    />
  );
}
