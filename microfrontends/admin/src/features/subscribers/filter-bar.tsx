import { LISTED_STATES } from 'contracts/operations/subscribers';
import type { ListedState } from 'contracts/operations/subscribers';
import { FilterSheet } from 'panel/filter-sheet';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from 'ui/button';
import { Field } from 'ui/field';
import { FilterChips } from 'ui/filter-chips';
import { SearchField } from 'ui/search-field';
import { Select } from 'ui/select';
import { ModelSelect } from '../source-names/index.ts';
import type { SourceNames } from '../source-names/index.ts';
import { STATE_TEXTS } from './subscriber-texts.ts';
import styles from './subscribers.module.css';

/** Filters in the page's address; an empty one matches everything. */
export interface Choice {
  search: string;
  state: string;
  affiliate: string;
  model: string;
}
export const EVERYTHING: Choice = { search: '', state: '', affiliate: '', model: '' };

const CHIPS: readonly { value: ListedState | ''; label: string }[] = [
  { value: '', label: 'Tous' },
  ...LISTED_STATES.map((value) => ({ value, label: STATE_TEXTS[value].label })),
];
export const stateOf = (value: string): ListedState | undefined => LISTED_STATES.find((known) => known === value);

interface FilterBarProps {
  choice: Choice;
  names: Pick<SourceNames, 'affiliates' | 'models'>;
  onChange: (choice: Choice) => void;
}

/** Search, source and state. */
export function FilterBar({ choice, names: { affiliates, models }, onChange }: FilterBarProps) {
  const [applied, setApplied] = useState(choice);
  const [search, setSearch] = useState(choice.search);
  const [model, setModel] = useState(choice.model);
  if (applied.search !== choice.search || applied.model !== choice.model) {
    setApplied(choice);
    setSearch(choice.search);
    setModel(choice.model);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({ ...choice, search: search.trim(), model: model.trim().toLowerCase() });
  };
  return (
    <form className={styles.filters} role="search" aria-label="Abonnés" onSubmit={submit}>
      <SearchField
        tall
        label="E-mail ou nom"
        maxLength={200}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <Button type="submit">Rechercher</Button>
      {models === null ? (
        <Field
          label="Modèle (slug)"
          type="search"
          autoComplete="off"
          maxLength={100}
          value={model}
          onChange={({ target }) => setModel(target.value)}
        />
      ) : (
        <ModelSelect models={models} value={choice.model} onChange={(slug) => onChange({ ...choice, model: slug })} />
      )}
      <FilterSheet active={[choice.affiliate, stateOf(choice.state)].filter(Boolean).length}>
        <Select
          label="Source"
          value={choice.affiliate}
          onChange={({ target }) => onChange({ ...choice, affiliate: target.value })}
        >
          <option value="">Toutes</option>
          <option value="none">Direct</option>
          {affiliates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <FilterChips
          label="État"
          chips={CHIPS}
          value={stateOf(choice.state) ?? ''}
          onChange={(state) => onChange({ ...choice, state })}
        />
      </FilterSheet>
    </form>
  );
}
