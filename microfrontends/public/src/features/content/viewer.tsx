import type { ContentItem } from 'contracts/media-items';
import { ofName } from 'contracts/texts';
import { MediaViewer } from 'ui/media-viewer';
import { likesOf } from './content-grid.tsx';
import { CONTENT } from './content-lists.ts';
import type { ContentKind } from './content-lists.ts';

export interface ViewerProps {
  kind: ContentKind;
  name: string;
  items: readonly ContentItem[];
  /** Id of the shown item. */
  itemId: string;
  onItem: (itemId: string) => void;
  onClose: () => void;
  /** Refetches the model: signed addresses expire. */
  onFailed: () => void;
}

/** Viewer of the unlocked photos and videos of one tab. */
export default function Viewer({ kind, name, items, itemId, onItem, onClose, onFailed }: ViewerProps) {
  const { noun, tab } = CONTENT[kind];
  const viewed = items.map((item, index) => ({
    id: item.id,
    kind: kind === 'photos' ? ('photo' as const) : ('video' as const),
    src: item.filePath,
    hls: item.hls,
    poster: item.image,
    width: item.width,
    height: item.height,
    label: `${noun} ${index + 1} ${ofName(name)}`,
    likes: likesOf(item),
  }));
  const index = Math.max(
    0,
    items.findIndex((item) => item.id === itemId),
  );
  return (
    <MediaViewer
      title={`${tab} ${ofName(name)}`}
      items={viewed}
      index={index}
      onIndex={(to) => onItem(items[to]?.id ?? itemId)}
      onClose={onClose}
      onFailed={onFailed}
    />
  );
}
