import { useRef } from 'react';
import { Field } from 'ui/field';
import { Select } from 'ui/select';
import { FilterSheet } from '../filter-sheet/index.tsx';
import { useShortcut } from '../shortcuts/index.tsx';
import { MODEL_STATES, MODEL_STATE_TEXTS } from 'contracts/model-fields';
import { NO_AFFILIATE } from 'contracts/models';
import type { ListChoice } from './filter-and-sort.ts';
import styles from './list-bar.module.css';

interface ListBarProps {
  choice: ListChoice;
  onChange: (choice: ListChoice) => void;
  /** The affiliates to choose from; none: the panel is of one. */
  affiliates: readonly string[];
  /** How many are shown of how many. */
  counted: string;
}

/** Search, filters and order of the models. */
export function ListBar({ choice, onChange, affiliates, counted }: ListBarProps) {
  const search = useRef<HTMLInputElement>(null);
  useShortcut('/', 'Rechercher un modèle', () => search.current?.focus());
  return (
    <div className={styles.bar} role="search" aria-label="Modèles">
      <div className={styles.search}>
        <Field
          ref={search}
          label="Rechercher"
          type="search"
          placeholder="Nom ou slug"
          autoComplete="off"
          value={choice.search}
          onChange={(event) => onChange({ ...choice, search: event.target.value })}
        />
      </div>
      <FilterSheet active={[choice.affiliate, choice.live, choice.state, choice.sort].filter(Boolean).length}>
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
          label="État"
          value={choice.state}
          onChange={(event) => onChange({ ...choice, state: event.target.value })}
        >
          <option value="">Tous</option>
          {MODEL_STATES.map((state) => (
            <option key={state} value={state}>
              {MODEL_STATE_TEXTS[state]}
            </option>
          ))}
        </Select>
        <Select
          label="Trier par"
          value={choice.sort}
          onChange={(event) => onChange({ ...choice, sort: event.target.value })}
        >
          <option value="">Ordre du site</option>
          <option value="name">Nom</option>
          <option value="likes">Likes</option>
          <option value="followers">Abonnés</option>
        </Select>
      </FilterSheet>
      <p className={`small soft ${styles.counted}`} role="status">
        {counted}
      </p>
    </div>
  );
}
