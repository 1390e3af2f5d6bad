import { OFFER_TEXTS } from 'contracts/offer';
import type { ContentItem } from 'contracts/media-items';
import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import { EmptyState } from 'ui/empty-state';
import { Button } from 'ui/button';
import { OfferTile } from 'ui/media-tile';
import { Skeleton } from 'ui/skeleton';
import { plural } from 'web-kit/formats';
import { useAccess } from '../subscription/index.ts';
import { ContentGrid } from './content-grid.tsx';
import { CONTENT } from './content-lists.ts';
import type { ContentKind } from './content-lists.ts';
import styles from './content.module.css';

/** Initial numbers of items. The photos fill whole rows at every width: one large and eight, one and four, nine. */
const FIRST_TILES = { photos: 9, videos: 6, lives: 6 };
const MORE_TILES = 12;

interface ContentPanelProps {
  kind: ContentKind;
  items: readonly ContentItem[];
  /** Count shown by the tab; may exceed `items`, as some items are withheld from this viewer. */
  count: number;
  label: string;
  onOpen: (index: number) => void;
  /** Called by "Voir plus" when all items are shown and the count promises more. */
  onUnlock: () => void;
}

/** Contents of one tab. */
export function ContentPanel({ kind, items, count, label, onOpen, onUnlock }: ContentPanelProps) {
  const [shownCount, setShownCount] = useState(FIRST_TILES[kind]);
  const isMoreBehind = count > items.length && items.some((item) => !item.isViewable);
  const access = useAccess().kind;
  const locked = access === 'paid' ? 0 : items.filter((item) => !item.isViewable).length;
  // The offer replaces one item, so that the rows stay complete.
  const visible = locked > 0 ? shownCount - 1 : shownCount;
  const isMoreHere = items.length > visible;
  if (items.length === 0) return <EmptyState title={CONTENT[kind].empty} level={2} />;
  return (
    <>
      <ContentGrid
        kind={kind}
        items={items.slice(0, visible)}
        label={label}
        onOpen={onOpen}
        end={
          locked > 0 &&
          (access === 'unknown' ? (
            <div className={styles.awaited} data-offer="">
              <Skeleton shape="fill" />
            </div>
          ) : (
            <OfferTile
              title={`+ ${plural(locked, CONTENT[kind].one)} à débloquer`}
              price={OFFER_TEXTS.both}
              action="Tout voir"
              onClick={onUnlock}
            />
          ))
        }
      />
      {(isMoreHere || isMoreBehind) && (
        <div className={`${styles.more} needs-scripts`}>
          <Button onClick={() => (isMoreHere ? setShownCount(shownCount + MORE_TILES) : onUnlock())}>
            {TEXTS.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}
