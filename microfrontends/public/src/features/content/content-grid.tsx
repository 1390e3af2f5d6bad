import type { ContentItem } from 'contracts/media-items';
import { srcSetOf } from 'contracts/renditions';
import type { ReactNode } from 'react';
import { MediaGrid } from 'ui/media-grid';
import { MediaTile } from 'ui/media-tile';
import type { PictureSource } from 'ui/picture';
import { formatNumber } from 'web-kit/formats';
import { useAccess } from '../subscription/index.ts';
import type { Access } from '../subscription/index.ts';
import { CONTENT } from './content-lists.ts';
import type { ContentKind } from './content-lists.ts';

const SIZES = {
  feature: '(min-width: 64rem) 22rem, (min-width: 48rem) 33vw, 50vw',
  first: '(min-width: 64rem) 43rem, (min-width: 48rem) 33vw, 100vw',
  wide: '(min-width: 48rem) 50vw, 100vw',
};

/** Returns a tile's picture. A signed address is valid for one rendition; for an open one the browser chooses the width. */
export const pictureOf = (item: ContentItem, sizes: string): PictureSource | null => {
  if (!item.image) return null;
  const isOpen = item.isViewable && !item.image.includes('?');
  return {
    src: item.image,
    width: item.width,
    height: item.height,
    placeholder: item.placeholder,
    ...(isOpen ? { srcSet: srcSetOf(item.image), sizes } : {}),
  };
};

/** Formats likes as "842 likes"; undefined without likes. */
export const likesOf = ({ likes }: ContentItem): string | undefined =>
  likes ? `${formatNumber(likes)} ${likes === 1 ? 'like' : 'likes'}` : undefined;

/** Returns the accessible name of a tile: its number, the effect of a click, and the texts on it. */
const tileName = (kind: ContentKind, item: ContentItem, index: number, access: Access): string => {
  const action =
    access.kind === 'visitor'
      ? 's’inscrire pour voir'
      : access.kind === 'unknown'
        ? null
        : access.kind === 'paid' && item.isViewable
          ? 'ouvrir'
          : 'débloquer';
  const opening = `${CONTENT[kind].noun}${item.isViewable ? '' : ' verrouillée'} ${index + 1}`;
  return [opening, action, likesOf(item), item.duration && `durée ${item.duration}`].filter(Boolean).join(', ');
};

interface ContentGridProps {
  kind: ContentKind;
  items: readonly ContentItem[];
  label: string;
  onOpen: (index: number) => void;
  /** Content after the items. */
  end?: ReactNode;
}

export function ContentGrid({ kind, items, label, onOpen, end }: ContentGridProps) {
  const { layout, tile } = CONTENT[kind];
  const access = useAccess();
  return (
    <MediaGrid layout={layout} label={label}>
      {items.map((item, index) => (
        <MediaTile
          key={item.id}
          kind={tile}
          picture={pictureOf(item, layout === 'feature' && index === 0 ? SIZES.first : SIZES[layout])}
          locked={!item.isViewable}
          likes={item.likes ? formatNumber(item.likes) : undefined}
          duration={item.duration}
          aria-label={tileName(kind, item, index, access)}
          onClick={() => onOpen(index)}
        />
      ))}
      {end}
    </MediaGrid>
  );
}
