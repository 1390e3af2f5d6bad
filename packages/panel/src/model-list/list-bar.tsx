import { useRef } from 'react';
import { FilterChips } from 'ui/filter-chips';
import { SearchField } from 'ui/search-field';
import { Select } from 'ui/select';
import { FilterSheet } from '../filter-sheet/index.tsx';
import { useShortcut } from '../shortcuts/index.tsx';
import type { ModelState } from 'contracts/model-fields';
import { NO_AFFILIATE } from 'contracts/models';
import { formatNumber } from 'web-kit/formats';
import { labelOf } from './filter-and-sort.ts';
import type { ListChoice, ModelSort } from './filter-and-sort.ts';
import styles from './list-bar.module.css';

const STATE_CHIPS: readonly (readonly [ModelState | '', string])[] = [
  ['', 'Tous'],
  ['published', 'Publiés'],
  ['draft', 'Brouillons'],
  ['archived', 'Archivés'],
];

interface ListBarProps {
  choice: ListChoice;
  onChange: (choice: ListChoice) => void;
  /** Affiliates to choose from; empty in an affiliate's panel. */
  affiliates: readonly string[];
  sorts: readonly ModelSort[];
  /** Period of the money that the models are sorted by, such as "30 jours". */
  period: string;
  /** Number of models in a state ('' for any); absent: unknown. */
  counts?: ((state: ModelState | '') => number) | undefined;
  /** Text with the number of shown models and of all. */
  counted: string;
}

/** Search, filters and sort order of the models. */
export function ListBar({ choice, onChange, affiliates, sorts, period, counts, counted }: ListBarProps) {
  const search = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  useShortcut('/', 'Rechercher un modèle', () => {
    search.current?.focus({ preventScroll: true });
    // Scrolled to the top of the screen: content above gets its real height without moving the bar.
    bar.current?.scrollIntoView();
  });
  return (
    <div ref={bar} className={styles.bar} role="search" aria-label="Modèles">
      <div className={styles.fields}>
        <div className={styles.search}>
          <SearchField
            tall
            ref={search}
            label="Rechercher"
            placeholder="Nom ou slug"
            value={choice.search}
            onChange={(event) => onChange({ ...choice, search: event.target.value })}
          />
        </div>
        <FilterSheet active={[choice.affiliate, choice.live, choice.sort].filter(Boolean).length}>
          {affiliates.length > 0 && (
            <Select
              label="Affilié"
              value={choice.affiliate}
              onChange={(event) => onChange({ ...choice, affiliate: event.target.value })}
            >
              <option value="">Tous</option>
              {affiliates.map((slug) => (
                <option key={slug} value={slug}>
                  {slug === NO_AFFILIATE ? 'Sans affilié' : `@${slug}`}
                </option>
              ))}
            </Select>
          )}
          <Select
            label="Live"
            value={choice.live}
            onChange={(event) => onChange({ ...choice, live: event.target.value })}
          >
            <option value="">Tous</option>
            <option value="live">En live</option>
            <option value="offline">Hors live</option>
            <option value="manual">Manuel</option>
          </Select>
          <Select
            label="Trier par"
            value={choice.sort}
            onChange={(event) => onChange({ ...choice, sort: event.target.value })}
          >
            <option value="">Ordre du site</option>
            {sorts.map((sort) => (
              <option key={sort} value={sort}>
                {labelOf(sort, period)}
              </option>
            ))}
          </Select>
        </FilterSheet>
      </div>
      <div className={styles.states}>
        <FilterChips
          label="État"
          chips={STATE_CHIPS.map(([value, label]) => ({ value, label, count: counts && formatNumber(counts(value)) }))}
          value={STATE_CHIPS.find(([value]) => value === choice.state)?.[0] ?? ''}
          onChange={(state) => onChange({ ...choice, state })}
        />
        <p className="small soft" role="status">
          {counted}
        </p>
      </div>
    </div>
  );
}
