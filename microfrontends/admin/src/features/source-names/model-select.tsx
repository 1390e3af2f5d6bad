import { Select } from 'ui/select';
import type { SourceNames } from './use-source-names.ts';

interface ModelSelectProps {
  models: SourceNames['models'];
  /** Slug; empty: all models. */
  value: string;
  onChange: (slug: string) => void;
}

/** Choice of a model by its name. */
export function ModelSelect({ models, value, onChange }: ModelSelectProps) {
  const isListed = value === '' || models?.some(({ slug }) => slug === value);
  return (
    <Select label="Modèle" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">Tous</option>
      {!isListed && <option value={value}>{value}</option>}
      {models
        ?.toSorted((one, other) => one.name.localeCompare(other.name, 'fr'))
        .map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
    </Select>
  );
}
