import { TEXTS } from 'contracts/texts';
import { useId } from 'react';
import { EmptyState } from 'ui/empty-state';
import { Button } from 'ui/button';
import { Cards, useLevelBelow } from 'ui/dashboard';
import { TextButton } from 'ui/text-link';
import type { ModelSort } from './filter-and-sort.ts';
import type { FurtherModels } from './further-models.ts';
import { LazyCards } from './lazy-cards.tsx';
import { ModelAdminCard } from './model-card.tsx';
import styles from './model-list.module.css';
import { ModelTable } from './model-table.tsx';
import type { ModelMoney, TableActions } from './model-table.tsx';
import type { useArrangedModels } from './use-arranged-models.ts';
import { FIRST_GROUPS } from './use-incremental-groups.ts';

interface ModelListResultsProps {
  label: string;
  /** Number of models without search and filters. */
  total: number;
  further: FurtherModels | undefined;
  arrangement: ReturnType<typeof useArrangedModels>;
  isTable: boolean;
  /** Ids of the selected models. */
  selected: ReadonlySet<string>;
  onAll: (isOn: boolean) => void;
  /** Empty for the site's order. */
  sort: string;
  onSort: (sort: string) => void;
  sorts: readonly ModelSort[];
  /** Moves a row; undefined where the panel does not set the order. */
  onMove: ((from: number, to: number) => void) | undefined;
  /** Whether rows can be moved: only while the whole list is shown in the site's order. */
  isMovable: boolean;
  /** Clears search, filters and sort order. */
  onShowOrder: () => void;
  /** Does the same from the empty state, whose button disappears. */
  onShowAll: () => void;
  showsAffiliate: boolean;
  /** Money of each model by slug; null, or without the model: unknown. */
  money: ReadonlyMap<string, ModelMoney> | null;
  /** Period of the money, such as "30 jours". */
  period: string;
  /** Id of the model with a running request. */
  busy: string | null;
  actions: TableActions;
}

/** Models that match search and filters, as a table or as cards, or the reason why there are none. */
export function ModelListResults({
  label,
  total,
  further,
  arrangement: { arranged, groups, end, isMore, found },
  isTable,
  selected,
  onAll,
  sort,
  onSort,
  sorts,
  onMove,
  isMovable,
  onShowOrder,
  onShowAll,
  showsAffiliate,
  money,
  period,
  busy,
  actions,
}: ModelListResultsProps) {
  const blockedId = useId();
  const level = useLevelBelow();
  return (
    <>
      {isTable && onMove && !isMovable && arranged.length > 0 && (
        <p className={`small soft ${styles.blocked}`}>
          <span id={blockedId}>Les modèles se déplacent dans la liste entière, triée par ordre.</span>{' '}
          <TextButton className="in-text" onClick={onShowOrder}>
            Afficher l’ordre
          </TextButton>
        </p>
      )}
      {total === 0 && <EmptyState level={level} title={TEXTS.noModelsCreated} />}
      {total > 0 && found === 0 && !further?.isFetching && !further?.error && (
        <EmptyState level={level} title="Aucun modèle ne correspond à votre recherche.">
          <Button onClick={onShowAll}>Tout afficher</Button>
        </EmptyState>
      )}
      <div className={styles.list}>
        {isTable && arranged.length > 0 && (
          <ModelTable
            label={label}
            models={groups.flat()}
            selected={selected}
            count={arranged.length}
            onAll={onAll}
            sort={sort}
            sorts={sorts}
            onSort={onSort}
            onMove={onMove}
            blockedBy={isMovable ? null : blockedId}
            showsAffiliate={showsAffiliate}
            money={money}
            period={period}
            busy={busy}
            actions={actions}
          />
        )}
        {!isTable &&
          groups.map((group, index) => {
            const Group = index < FIRST_GROUPS ? Cards : LazyCards;
            return (
              <Group key={index}>
                {group.map((model) => (
                  <ModelAdminCard
                    key={model.id}
                    model={model}
                    showsAffiliate={showsAffiliate}
                    busy={busy === model.id}
                    actions={actions}
                  />
                ))}
              </Group>
            );
          })}
      </div>
      {isMore && <div ref={end} />}
    </>
  );
}
