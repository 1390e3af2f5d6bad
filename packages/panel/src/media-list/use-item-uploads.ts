import { ERRORS } from 'contracts/errors';
import { FILE_TYPES, isVideoKind } from 'contracts/media';
import type { FileType } from 'contracts/media';
import type { ContentItem } from 'contracts/media-items';
import { TEXTS } from 'contracts/texts';
import { useRef } from 'react';
import { useToast } from 'ui/toast';
import type { Caller } from 'web-kit/api';
import { useListUploads } from '../uploads/index.tsx';
import type { Queue } from '../uploads/index.tsx';
import { withArrived } from './item-order.ts';

interface ItemUploads {
  fileType: FileType;
  slug: string;
  session: Caller;
  queue: Queue;
  onChange: (change: (items: ContentItem[]) => ContentItem[]) => void;
  /** Called per uploaded file. */
  onSent: () => void;
}

/** Uploads files and adds each to the list as a locked item, in the order in which they were chosen. */
export const useItemUploads = ({ fileType, slug, session, queue, onChange, onSent }: ItemUploads) => {
  const show = useToast();
  const orders = useRef(new Map<string, number>());
  const isVideo = isVideoKind(FILE_TYPES[fileType]);
  const { entries, busy, add } = useListUploads({
    fileType,
    slug,
    session,
    queue,
    onUploaded: ({ filename, filePath, name, order }) => {
      orders.current.set(filename, order);
      onSent();
      const item: ContentItem = {
        id: crypto.randomUUID(),
        filename,
        filePath,
        image: isVideo ? '' : filePath,
        likes: null,
        isLocked: true,
        isViewable: !isVideo,
        state: isVideo ? 'processing' : 'ready',
        originalName: name,
      };
      onChange((all) => withArrived(all, item, (known) => orders.current.get(known)));
    },
  });
  return {
    entries,
    busy,
    add: (files: readonly File[]) => {
      if (slug === '') return show({ tone: 'error', title: TEXTS.error, text: TEXTS.slugFirst });
      if (files.length === 0) return show({ tone: 'error', title: TEXTS.error, text: ERRORS.NO_FILE.text });
      add(files);
    },
  };
};
