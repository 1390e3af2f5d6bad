import type { ContentItem } from 'contracts/media-items';
import { TextButton } from 'ui/text-link';
import type { Caller } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import type { useSelection } from '../selection/index.tsx';
import { ItemRow } from './item-row.tsx';
import { ListTools } from './list-tools.tsx';
import { MediaGrid } from './media-grid.tsx';
import styles from './media-list.module.css';
import { SelectionBar } from './selection-bar.tsx';
import { SortableList } from './sortable-list.tsx';
import type { ListWords } from './texts.ts';
import type { useItemActions } from './use-item-actions.ts';
import type { useItemFilter } from './use-item-filter.ts';
import { useIsGrid } from './use-is-grid.ts';

interface MediaListBodyProps {
  words: ListWords;
  isVideo: boolean;
  slug: string;
  session: Caller;
  items: readonly ContentItem[];
  /** Typed likes that are not a number, by filename. */
  wrongLikes: ReadonlyMap<string, string>;
  filtering: ReturnType<typeof useItemFilter>;
  selection: ReturnType<typeof useSelection>;
  /** Filenames of the selected items that match the filter. */
  selectedFilenames: readonly string[];
  editing: ReturnType<typeof useItemActions>;
  /** Returns the name of the item at an index of the filtered list. */
  nameOf: (index: number) => string;
  nameOfFile: (filename: string) => string;
  /** Opens the viewer on an item of a list. */
  onOpen: (among: readonly ContentItem[], filename: string) => void;
  /** Makes a photo the model's avatar or cover; undefined for lists of videos. */
  onPicture: ((kind: 'avatar' | 'cover', item: ContentItem) => void) | undefined;
  /** Progress of the uploads, such as "2 sur 5, 1 échec"; empty without uploads. */
  progress: string;
  /** Moves to the uploads. */
  onShowUploads: () => void;
}

/** Tools and items of a media list, as a grid or as rows. */
export function MediaListBody({
  words,
  isVideo,
  slug,
  session,
  items,
  wrongLikes,
  filtering: { filter, setFilter, query, setQuery, nowMs, found, filenames },
  selection,
  selectedFilenames,
  editing: { actions, changeItems, move, setDeletionCandidates, setSchedulingCandidates },
  nameOf,
  nameOfFile,
  onOpen,
  onPicture,
  progress,
  onShowUploads,
}: MediaListBodyProps) {
  const [isGrid, setGrid] = useIsGrid();
  const { selected, pickAll } = selection;
  const [first] = selectedFilenames;
  const onlySelected = selectedFilenames.length === 1 ? items.find(({ filename }) => filename === first) : undefined;

  /** Shows an item regardless of filter and scroll position. */
  const reveal = (filename: string) => {
    pickAll(false);
    setFilter('all');
    setQuery('');
    if (items.some((item) => item.filename === filename && item.isViewable)) onOpen(items, filename);
  };

  return (
    <div className={styles.selectable}>
      <ListTools
        label={words.many}
        items={items}
        nowMs={nowMs}
        query={query}
        onQuery={(next) => {
          pickAll(false);
          setQuery(next);
        }}
        filter={filter}
        onFilter={(next) => {
          pickAll(false);
          setFilter(next);
        }}
        isGrid={isGrid}
        onGrid={setGrid}
      />
      {progress && (
        <div className={styles.uploads}>
          <span>Envois&nbsp;: {progress}</span>
          <TextButton aria-label="Voir les envois" onClick={onShowUploads}>
            Voir
          </TextButton>
        </div>
      )}
      <SelectionBar
        label={words.many}
        count={found.length}
        selected={selectedFilenames.length}
        selectedText={plural(selectedFilenames.length, words.selected[0], words.selected[1])}
        onAll={pickAll}
        selection={selectedFilenames.join(' ')}
        onLikes={(likes) => changeItems(selectedFilenames, { likes })}
        onSchedule={() => setSchedulingCandidates(selectedFilenames)}
        onPicture={onlySelected?.isViewable && onPicture ? (kind) => onPicture(kind, onlySelected) : null}
        onLock={(isLocked) => changeItems(selectedFilenames, { isLocked })}
        onDelete={() => setDeletionCandidates(selectedFilenames)}
      />
      {found.length === 0 && (
        <p className="small soft">{query === '' ? 'Aucun fichier dans cet état.' : 'Aucun fichier de ce nom.'}</p>
      )}
      {isGrid ? (
        <MediaGrid
          label={words.many}
          items={found}
          nameOf={nameOfFile}
          isVideo={isVideo}
          slug={slug}
          session={session}
          selection={selection}
          wrongLikes={wrongLikes}
          nowMs={nowMs}
          actions={actions}
          onOpen={(filename) => onOpen(found, filename)}
        />
      ) : (
        <SortableList
          label={words.many}
          ids={filenames}
          nameOf={nameOf}
          onMove={move}
          row={(index) => {
            const item = found[index];
            return (
              item && (
                <ItemRow
                  item={item}
                  index={index}
                  name={nameOf(index)}
                  isLast={index === found.length - 1}
                  isVideo={isVideo}
                  slug={slug}
                  session={session}
                  isSelected={selected.has(item.filename)}
                  wrongLikes={wrongLikes.get(item.filename)}
                  nowMs={nowMs}
                  actions={actions}
                />
              )
            );
          }}
        />
      )}
      {items
        .filter(({ filename }) => wrongLikes.has(filename))
        .map(({ filename }) => (
          <p key={filename} className="small">
            <TextButton data-wrong-likes={`Likes de ${nameOfFile(filename)}`} onClick={() => reveal(filename)}>
              Corriger les likes de {nameOfFile(filename)}
            </TextButton>
          </p>
        ))}
    </div>
  );
}
