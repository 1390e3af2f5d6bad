import { AUDIT_ACTORS, AUDIT_KINDS } from 'contracts/audit';
import { AUDIT_ACTOR_TEXTS, AUDIT_KIND_TEXTS } from 'contracts/audit-texts';
import type { FormEvent } from 'react';
import { Button } from 'ui/button';
import { Field } from 'ui/field';
import { Select } from 'ui/select';
import { FilterSheet } from '../filter-sheet/index.tsx';
import { useDraft } from '../use-draft.ts';
import styles from './audit.module.css';
import { useFilters } from './use-filters.ts';

/** Filters of the audit trail, stored in the page's address. */
export function FilterBar() {
  const { filters, set } = useFilters();
  const [subject, setSubject] = useDraft(filters.subject ?? '');
  const search = (event: FormEvent) => {
    event.preventDefault();
    set('subject', subject.trim());
  };
  return (
    <form className={styles.filters} role="search" onSubmit={search}>
      <FilterSheet active={[filters.kind, filters.actor, filters.from, filters.to].filter(Boolean).length}>
        <Select label="Type" value={filters.kind ?? ''} onChange={({ target }) => set('kind', target.value)}>
          <option value="">Tous</option>
          {AUDIT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {AUDIT_KIND_TEXTS[kind]}
            </option>
          ))}
        </Select>
        <Select label="Auteur" value={filters.actor ?? ''} onChange={({ target }) => set('actor', target.value)}>
          <option value="">Tous</option>
          {AUDIT_ACTORS.map((actor) => (
            <option key={actor} value={actor}>
              {AUDIT_ACTOR_TEXTS[actor]}
            </option>
          ))}
        </Select>
        <Field
          label="Du"
          type="date"
          value={filters.from ?? ''}
          max={filters.to}
          onChange={({ target }) => set('from', target.value)}
        />
        <Field
          label="Au"
          type="date"
          value={filters.to ?? ''}
          min={filters.from}
          onChange={({ target }) => set('to', target.value)}
        />
      </FilterSheet>
      <Field
        label="Nom ou slug"
        type="search"
        maxLength={100}
        value={subject}
        onChange={({ target }) => setSubject(target.value)}
      />
      <Button type="submit">Rechercher</Button>
    </form>
  );
}
