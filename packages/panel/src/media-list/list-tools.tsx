import type { ContentItem } from 'contracts/media-items';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Rows3 from 'lucide-react/icons/rows-3';
import { FilterChips } from 'ui/filter-chips';
import { SearchField } from 'ui/search-field';
import { ViewSwitch } from 'ui/view-switch';
import { filterChips } from './item-filter.ts';
import type { ItemFilter } from './item-filter.ts';
import styles from './media-list.module.css';

const VIEWS = [
  { label: 'Grille', icon: <LayoutGrid /> },
  { label: 'Liste', icon: <Rows3 /> },
] as const;

interface ListToolsProps {
  /** Name of the list, such as "Photos". */
  label: string;
  items: readonly ContentItem[];
  nowMs: number;
  query: string;
  onQuery: (query: string) => void;
  filter: ItemFilter;
  onFilter: (filter: ItemFilter) => void;
  isGrid: boolean;
  onGrid: (isGrid: boolean) => void;
}

/** Search by file name, choice of grid or list, and filters by state. */
export function ListTools({ label, items, nowMs, query, onQuery, filter, onFilter, isGrid, onGrid }: ListToolsProps) {
  return (
    <>
      <div className={styles.views}>
        {items.some(({ originalName }) => originalName) && (
          <div className={styles.search}>
            <SearchField
              label="Nom de fichier"
              value={query}
              onChange={({ target }) => onQuery(target.value)}
              onKeyDown={(event) => {
                // Enter must not submit the model's form.
                if (event.key === 'Enter') event.preventDefault();
                if (event.key !== 'Escape' || query === '') return;
                event.preventDefault();
                event.stopPropagation();
                onQuery('');
              }}
            />
          </div>
        )}
        <ViewSwitch label={`Présentation\u00a0: ${label}`} compact={isGrid} views={VIEWS} onChange={onGrid} />
      </div>
      <FilterChips
        label={`Filtrer\u00a0: ${label}`}
        chips={filterChips(items, filter, nowMs)}
        value={filter}
        onChange={onFilter}
      />
    </>
  );
}
