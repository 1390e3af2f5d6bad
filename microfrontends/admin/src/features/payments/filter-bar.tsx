import type { PostbackFilter } from 'contracts/operations/postbacks';
import { FilterSheet } from 'panel/filter-sheet';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from 'ui/button';
import { FilterChips } from 'ui/filter-chips';
import { SearchField } from 'ui/search-field';
import { Select } from 'ui/select';
import { ModelSelect } from '../source-names/index.ts';
import type { SourceNames } from '../source-names/index.ts';
import styles from './payments.module.css';

/** Filters in the page's address; an empty search, verdict or model matches everything, without a period the default one applies. */
export interface Choice {
  search: string;
  show: string;
  days: string;
  /** Slug. */
  model: string;
}
export const DEFAULT_CHOICE: Choice = { search: '', show: '', days: '', model: '' };

const PERIODS = [
  { value: '30', label: '30 derniers jours' },
  { value: '7', label: '7 derniers jours' },
  { value: 'tout', label: 'Tout' },
] as const;
export const WHOLE_PERIOD = 'tout' satisfies Period;
type Period = (typeof PERIODS)[number]['value'];
/** Returns the period of a choice; by default 30 days, but for a search the whole period, since what it finds may be older. */
export const periodOf = ({ days, search }: Pick<Choice, 'days' | 'search'>): Period =>
  PERIODS.find(({ value }) => value === days)?.value ?? (search === '' ? '30' : WHOLE_PERIOD);

const CHIPS: readonly { value: PostbackFilter | ''; label: string }[] = [
  { value: '', label: 'Tous' },
  { value: 'accepted', label: 'Acceptés' },
  { value: 'review', label: 'À regarder' },
  { value: 'declined', label: 'Refus' },
  { value: 'duplicate', label: 'Doublons' },
];
export const filterOf = (value: string): PostbackFilter | undefined =>
  CHIPS.map((chip) => chip.value).find((known): known is PostbackFilter => known !== '' && known === value);

interface FilterBarProps {
  choice: Choice;
  models: SourceNames['models'];
  onChange: (choice: Choice) => void;
}

/** Search, model, period and verdict. */
export function FilterBar({ choice, models, onChange }: FilterBarProps) {
  const [applied, setApplied] = useState(choice.search);
  const [search, setSearch] = useState(choice.search);
  if (applied !== choice.search) {
    setApplied(choice.search);
    setSearch(choice.search);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({ ...choice, search: search.trim() });
  };
  return (
    <form className={styles.filters} role="search" aria-label="Paiements" onSubmit={submit}>
      <SearchField
        tall
        label="E-mail, nom ou transaction"
        maxLength={200}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <Button type="submit">Rechercher</Button>
      <FilterSheet active={[choice.model, choice.days, filterOf(choice.show)].filter(Boolean).length}>
        <Select
          label="Période"
          value={periodOf(choice)}
          onChange={({ target }) => onChange({ ...choice, days: target.value })}
        >
          {PERIODS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {/* Too many models to choose from: only the one of the address can be taken off. */}
        {(models !== null || choice.model !== '') && (
          <ModelSelect models={models} value={choice.model} onChange={(model) => onChange({ ...choice, model })} />
        )}
        <FilterChips
          label="Verdict"
          chips={CHIPS}
          value={filterOf(choice.show) ?? ''}
          onChange={(show) => onChange({ ...choice, show })}
        />
      </FilterSheet>
    </form>
  );
}
