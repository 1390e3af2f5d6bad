import { TextLink } from 'ui/text-link';
import { Link, useSearchParams } from 'web-kit/router';
import type { OverviewPart } from '../figures/index.tsx';
import styles from './overview.module.css';

/** Names of a model and of a source in the address. */
export const PART_PARAMETERS = { model: 'modele', source: 'source' } as const satisfies Record<
  keyof OverviewPart,
  string
>;

/** The model or source that the address names; the model, where it names both. */
export const usePartChoice = () => {
  const [parameters] = useSearchParams();
  const [model, source] = [parameters.get(PART_PARAMETERS.model), parameters.get(PART_PARAMETERS.source)];
  const part: OverviewPart = model ? { model } : source ? { source } : {};
  const without = () => {
    const next = new URLSearchParams(parameters);
    for (const name of Object.values(PART_PARAMETERS)) next.delete(name);
    return next;
  };
  return {
    part,
    /** The address of the figures of one model or source. */
    searchOf: (kind: keyof OverviewPart, value: string): string => {
      const next = without();
      next.set(PART_PARAMETERS[kind], value);
      return `?${next}`;
    },
    /** The address of all figures. */
    wholeSearch: `?${without()}`,
  };
};

/** A model or source of a table, which leads to its figures. */
export function PartLink({ kind, value, name }: { kind: keyof OverviewPart; value: string; name: string }) {
  const { part, searchOf } = usePartChoice();
  return (
    <Link to={{ search: searchOf(kind, value) }} aria-current={part[kind] === value ? 'true' : undefined}>
      {name}
    </Link>
  );
}

/** Name of the chosen model or source, and a link back to everything. */
export function ChosenPart({ name }: { name: string }) {
  const { part, wholeSearch } = usePartChoice();
  const [kind, back] = part.model ? ['Modèle', 'Tous les modèles'] : ['Source', 'Toutes les sources'];
  return (
    <p className={styles.chosen}>
      <span>
        {kind}
        {'\u00a0'}: <strong>{name}</strong>
      </span>
      <TextLink href={wholeSearch} component={Link}>
        {back}
      </TextLink>
    </p>
  );
}
