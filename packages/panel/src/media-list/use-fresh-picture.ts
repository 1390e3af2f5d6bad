import type { ContentItem } from 'contracts/media-items';
import { useRef, useState } from 'react';
import type { Caller } from 'web-kit/api';
import { getUpload } from './api/get-upload.ts';

/** Minimum time between two requests for one picture. */
const MIN_POLL_INTERVAL_MS = 60_000;

/**
 * Returns the address of an item's picture. A signed address expires within minutes, but a form may be open for hours: an expired
 * address is replaced by a new one.
 */
export const useFreshPicture = ({ item, slug, session }: { item: ContentItem; slug: string; session: Caller }) => {
  const [fresh, setFresh] = useState<{ instead: string; picture: string | null } | null>(null);
  const lastRequestAt = useRef(-MIN_POLL_INTERVAL_MS);
  const onPictureError = async () => {
    if (performance.now() - lastRequestAt.current < MIN_POLL_INTERVAL_MS)
      return setFresh({ instead: item.image, picture: null });
    lastRequestAt.current = performance.now();
    try {
      const { image } = await getUpload(session, slug, item.filename);
      setFresh({ instead: item.image, picture: image });
    } catch {
      // Without a response the row shows its icon: nothing else depends on the picture.
      setFresh({ instead: item.image, picture: null });
    }
  };
  return {
    picture: fresh?.instead === item.image ? fresh.picture : item.image || null,
    onPictureError: () => void onPictureError(),
  };
};
