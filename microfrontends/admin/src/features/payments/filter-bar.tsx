import type { PostbackFilter } from 'contracts/operations/postbacks';
import { FilterSheet } from 'panel/filter-sheet';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from 'ui/button';
import { FilterChips } from 'ui/filter-chips';
import { SearchField } from 'ui/search-field';
import { Select } from 'ui/select';
import styles from './payments.module.css';

/** Filters in the page's address; an empty one matches everything. */
export interface Choice {
  search: string;
  show: string;
  days: string;
}
export const EVERYTHING: Choice = { search: '', show: '', days: '' };

const CHIPS: readonly { value: PostbackFilter | ''; label: string }[] = [
  { value: '', label: 'Tous' },
  { value: 'accepted', label: 'Acceptés' },
  { value: 'review', label: 'À regarder' },
  { value: 'declined', label: 'Refus' },
  { value: 'duplicate', label: 'Doublons' },
];
export const filterOf = (value: string): PostbackFilter | undefined =>
  CHIPS.map((chip) => chip.value).find((known): known is PostbackFilter => known !== '' && known === value);

/** Search, verdict and period. */
export function FilterBar({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
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
      <FilterSheet active={[choice.days, filterOf(choice.show)].filter(Boolean).length}>
        <Select
          label="Période"
          value={choice.days}
          onChange={({ target }) => onChange({ ...choice, days: target.value })}
        >
          <option value="">Tout</option>
          <option value="7">7 derniers jours</option>
          <option value="30">30 derniers jours</option>
        </Select>
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
