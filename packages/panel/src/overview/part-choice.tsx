import { TextLink } from 'ui/text-link';
import { Link, useSearchParams } from 'web-kit/router';
import type { OverviewPart } from '../figures/index.tsx';
import styles from './overview.module.css';

/** Query parameters of a model and of a source. */
export const PART_PARAMETERS = { model: 'modele', source: 'source' } as const satisfies Record<
  keyof OverviewPart,
  string
>;

/** Reads the chosen model or source from the page's address; the model, where both are named. */
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
    /** Returns the address of the figures of one model or source. */
    searchOf: (kind: keyof OverviewPart, value: string): string => {
      const next = without();
      next.set(PART_PARAMETERS[kind], value);
      return `?${next}`;
    },
    /** Address of all figures. */
    wholeSearch: `?${without()}`,
  };
};

/** Link from a model or source in a table to its figures. */
export function PartLink({ kind, value, name }: { kind: keyof OverviewPart; value: string; name: string }) {
  const { part, searchOf } = usePartChoice();
  return (
    <Link to={{ search: searchOf(kind, value) }} aria-current={part[kind] === value ? 'true' : undefined}>
      {name}
    </Link>
  );
}

/** Name of the chosen model or source, with a link back to all figures. */
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
