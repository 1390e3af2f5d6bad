import type { ModelView } from 'contracts/models';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Checkbox } from 'ui/checkbox';
import { lazyPage } from 'web-kit/lazy-page';
import { SORTS } from './filter-and-sort.ts';
import type { ModelSort } from './filter-and-sort.ts';
import { Row } from './model-row.tsx';
import type { TableActions } from './model-row.tsx';
import styles from './model-table.module.css';

export type { TableActions } from './model-row.tsx';

const OrderedRows = lazyPage(
  async () => ({ default: (await import('./ordered-rows.tsx')).OrderedRows }),
  ({ models, rowOf }) => models.map((model) => <Row key={model.id} {...rowOf(model)} hasGrip blockedBy={null} />),
);

/** Money of a model in a period. */
export interface ModelMoney {
  cents: number;
  text: string;
}

interface ModelTableProps {
  label: string;
  /** Rendered rows. */
  models: readonly ModelView[];
  /** Ids of selected models, including rows that are not rendered yet. */
  selected: ReadonlySet<string>;
  /** Number of models that can be selected. */
  count: number;
  onAll: (isOn: boolean) => void;
  /** Sort order of the filters; empty for the site's order. */
  sort: string;
  onSort: (sort: string) => void;
  /** Columns that the list can be sorted by. */
  sorts: readonly ModelSort[];
  /** Moves a row; absent where the panel does not set the order. */
  onMove?: ((from: number, to: number) => void) | undefined;
  /** Id of the text that states why rows cannot be moved now; null: they can be. */
  blockedBy: string | null;
  showsAffiliate: boolean;
  /** Money of each model by slug; null, or without the model: unknown. */
  money: ReadonlyMap<string, ModelMoney> | null;
  /** Period of the money, such as "30 jours". */
  period: string;
  /** Id of the model with a running request. */
  busy: string | null;
  actions: TableActions;
}

/** Models as compact rows to compare, select, sort and change in bulk; on a phone each row is a small card. */
export function ModelTable({
  label,
  models,
  selected,
  count,
  onAll,
  sort,
  onSort,
  sorts,
  onMove,
  blockedBy,
  showsAffiliate,
  money,
  period,
  busy,
  actions,
}: ModelTableProps) {
  const all = useRef<HTMLInputElement>(null);
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    if (all.current) all.current.indeterminate = selected.size > 0 && selected.size < count;
  }, [selected, count]);
  const head = (by: ModelSort | '', column: string, className?: string) => {
    const isSorted = sort === by;
    const direction = by === '' ? 'ascending' : SORTS[by].direction;
    const Direction = !isSorted ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
    if (by !== '' && !sorts.includes(by))
      return (
        <th scope="col" className={className}>
          {column}
        </th>
      );
    return (
      <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
        <button type="button" onClick={() => onSort(isSorted ? '' : by)}>
          {column}
          <Direction />
        </button>
      </th>
    );
  };
  const rowOf = (model: ModelView) => ({
    model,
    isSelected: selected.has(model.id),
    showsAffiliate,
    brought: money?.get(model.slug)?.text ?? null,
    period,
    isBusy: busy === model.id,
    actions,
  });
  const still = models.map((model) => (
    <Row key={model.id} {...rowOf(model)} hasGrip={onMove !== undefined} blockedBy={blockedBy} />
  ));
  return (
    <div className={styles.box} ref={setBox}>
      <table className={styles.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                ref={all}
                className={styles.pick}
                label={<span className="visually-hidden">Tout sélectionner</span>}
                checked={count > 0 && selected.size === count}
                onChange={() => onAll(selected.size < count)}
              />
            </th>
            {onMove && head('', 'Ordre', styles.order)}
            {head('name', 'Modèle')}
            {head('state', 'État')}
            <th scope="col">Live</th>
            <th scope="col">Profil</th>
            {head('medias', 'Médias', `${styles.number} ${styles.medias}`)}
            {head('likes', 'Likes', styles.number)}
            {head('followers', 'Abonnés', styles.number)}
            {head('money', period, styles.number)}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {onMove && blockedBy === null ? (
            <Suspense fallback={still}>
              <OrderedRows models={models} rowOf={rowOf} onMove={onMove} container={box} />
            </Suspense>
          ) : (
            still
          )}
        </tbody>
      </table>
    </div>
  );
}
