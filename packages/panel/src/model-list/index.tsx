import { PERIOD_DEFAULT_DAYS } from 'contracts/days';
import { NO_AFFILIATE } from 'contracts/models';
import type { ModelView } from 'contracts/models';
import { Suspense, useMemo, useRef, useState } from 'react';
import { DashboardSection } from 'ui/dashboard';
import { FailedPart } from 'ui/failed-part';
import { Spinner } from 'ui/spinner';
import { formatNumber, plural } from 'web-kit/formats';
import { lazyPage } from 'web-kit/lazy-page';
import { paths } from 'web-kit/paths';
import { useFocusAfterDeletion } from '../focus-after-deletion/index.tsx';
import { LinksDialog } from '../links-dialog/index.tsx';
import { LoadFailure } from '../load-failure/index.tsx';
import { useFocusFallback } from '../focus-fallback/index.tsx';
import { useListFilters } from '../list-filters/index.tsx';
import { useSelection } from '../selection/index.tsx';
import type { ModelsApi } from '../models/index.tsx';
import { useWallMoves } from '../wall-moves/index.tsx';
import { affiliatesOf, EVERYTHING, isWholeInOrder, NAMES, sortsOf, stateOf } from './filter-and-sort.ts';
import type { ModelListNarrowing } from './filter-and-sort.ts';
import type { FurtherModels } from './further-models.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ListActions } from './list-actions.tsx';
import { ListBar } from './list-bar.tsx';
import { ModelListResults } from './model-list-results.tsx';
import type { ModelMoney } from './model-table.tsx';
import styles from './model-list.module.css';
import { useArrangedModels } from './use-arranged-models.ts';
import { useAttempt } from './use-attempt.ts';
import { useConfirmedDeletion } from './use-confirmed-deletion.tsx';
import { useIsTable } from './use-is-table.ts';
import { useIsInView } from './use-is-in-view.ts';
import { useDeletion } from './use-deletion.ts';
import { useModelActions } from './use-model-actions.ts';
import { useOpenedForm } from './use-opened-form.tsx';
import { useQuickChanges } from './use-quick-changes.ts';

const WallOrder = lazyPage(async () => ({ default: (await import('../wall-order/index.tsx')).WallOrder }), FailedPart);

export type { FurtherModels, ModelListNarrowing };
export { stateOf } from './filter-and-sort.ts';
export { ModelStateBadge } from './model-state.tsx';
export { useQuickChanges };

interface ModelListProps {
  title: string;
  /** Level of the title. */
  level?: 1 | 2;
  /** All models, or the loaded ones of `further`. */
  models: readonly ModelView[];
  further?: FurtherModels | undefined;
  /** Slugs of the affiliates to choose from; absent: those of the models. */
  affiliates?: readonly string[] | undefined;
  api: ModelsApi;
  /** Money of each model in the last `moneyDays` days, by slug; absent, or without the model: unknown or still loading. */
  money?: ReadonlyMap<string, ModelMoney> | undefined;
  moneyDays?: number;
  /** Called after a change, to read the list again. */
  onChanged: () => Promise<unknown>;
}

/** Returns the public links of a model; its affiliate's link carries the attribution. */
const linksOf = ({ slug, affiliate_slug }: ModelView) => [
  { label: 'Page du modèle', path: paths.model(slug) },
  ...(affiliate_slug
    ? [{ label: `Lien suivi de @${affiliate_slug}`, path: paths.modelFromAffiliate(slug, affiliate_slug) }]
    : []),
];

/** Returns the number of shown models and of all; empty while it is not exact. */
const countText = (found: number | null, total: number): string => {
  if (found === null) return `Recherche parmi ${plural(total, 'modèle')}…`;
  return found === total ? plural(total, 'modèle') : `${formatNumber(found)} sur ${plural(total, 'modèle')}`;
};

/** List of models, as cards or as a table, with all actions on them. */
export function ModelList({
  title,
  level = 2,
  models,
  further,
  affiliates: known,
  api,
  money,
  moneyDays = PERIOD_DEFAULT_DAYS,
  onChanged,
}: ModelListProps) {
  const [sharing, setSharing] = useState<ModelView | null>(null);
  const [choice, setChoice] = useListFilters(NAMES, EVERYTHING);
  const deletion = useDeletion(models, api, onChanged);
  const moves = useWallMoves({ models: deletion.shown, wall: api.wall, reread: onChanged });
  const quick = useQuickChanges(moves.models, api, onChanged);
  const focus = useFocusAfterDeletion(deletion.shown);
  const list = useRef<HTMLDivElement>(null);
  useFocusFallback(list, 'article, tr', ['button'], focus.title);
  const isInView = useIsInView(focus.title);
  // The button, which has the focus, disappears with the empty state.
  const showAll = () => {
    setChoice(EVERYTHING);
    focus.title.current?.focus();
  };
  const isWhole = !further;
  const sorts = useMemo(() => sortsOf({ isWhole }), [isWhole]);
  const period = plural(moneyDays, 'jour');
  const sort = sorts.some((known) => known === choice.sort) ? choice.sort : '';
  const [isTable, setTable] = useIsTable();
  const arrangement = useArrangedModels(quick.shown, choice, { further, money });
  const { arranged, isMore, found } = arrangement;
  const ids = useMemo(() => arranged.map(({ id }) => id), [arranged]);
  const { selected, pick, pickAll } = useSelection(ids);
  // Bulk actions skip selected models that a filter hides.
  const selectedModels = useMemo(() => arranged.filter(({ id }) => selected.has(id)), [arranged, selected]);
  const selectedIds = useMemo(() => new Set(selectedModels.map(({ id }) => id)), [selectedModels]);
  const [isOrdering, setOrdering] = useState(false);
  const affiliates = useMemo(
    () => (further && known && known.length > 0 ? [NO_AFFILIATE, ...known] : affiliatesOf(models)),
    [further, known, models],
  );

  const attempts = useAttempt(onChanged);
  const { busy, attempt } = attempts;
  const { edit, create, form } = useOpenedForm({ api, attempt, onChanged: () => void onChanged() });
  const { confirmDeletion, confirmSelectedDeletion, dialogs } = useConfirmedDeletion({
    attempts,
    remove: deletion.remove,
    selectedModels,
    onRemoved: focus.expect,
    onSelectedRemoved: () => pickAll(false),
    onChanged,
  });
  const actions = useModelActions({
    api,
    attempt,
    onChanged,
    change: quick.change,
    edit: (model) => void edit(model),
    select: pick,
    share: setSharing,
    remove: confirmDeletion,
  });

  const total = further?.total ?? deletion.shown.length;
  const countOf = (state: string) =>
    state === '' ? total : quick.shown.filter((model) => stateOf(model) === state).length;
  // In a filtered or partly loaded list, adjacent rows are not adjacent on the wall.
  const isMovable = isWholeInOrder(choice) && found === total;

  return (
    <DashboardSection
      title={title}
      level={level}
      titleRef={focus.title}
      action={
        <ListActions
          isOrdering={api.wall && models.length > 1 ? isOrdering : null}
          onOrdering={setOrdering}
          isTable={isTable}
          onTable={setTable}
          creation={selectedModels.length > 0 ? 'in place' : isInView ? 'floating' : 'away'}
          onCreate={() => void create()}
        />
      }
    >
      <div ref={list}>
        {isOrdering && api.wall ? (
          <Suspense fallback={<Spinner label="Chargement des modèles" />}>
            <WallOrder wall={api.wall} onChanged={onChanged} />
          </Suspense>
        ) : (
          <>
            {(models.length > 1 || further) && (
              <ListBar
                choice={{ ...choice, sort }}
                onChange={setChoice}
                affiliates={affiliates}
                sorts={sorts}
                period={period}
                counts={further ? undefined : countOf}
                counted={countText(found, total)}
              />
            )}
            <ModelListResults
              label={title}
              total={total}
              further={further}
              arrangement={arrangement}
              isTable={isTable}
              selected={selectedIds}
              onAll={pickAll}
              sort={sort}
              onSort={(next) => setChoice({ ...choice, sort: next })}
              sorts={sorts}
              onMove={api.wall ? moves.move : undefined}
              isMovable={isMovable}
              onShowOrder={() => setChoice(EVERYTHING)}
              onShowAll={showAll}
              showsAffiliate={affiliates.length > 0}
              money={money ?? null}
              period={period}
              busy={busy}
              actions={actions}
            />
            {isTable && selectedModels.length > 0 && (
              <BulkBar
                selected={selectedModels.length}
                onChange={(change) => quick.changeAll(selectedModels, change)}
                onDelete={confirmSelectedDeletion}
                onClear={() => pickAll(false)}
              />
            )}
            {further?.isFetching && !isMore && <Spinner label="Chargement des modèles" />}
            {further && Boolean(further.error) && <LoadFailure error={further.error} onRetry={further.retry} />}
          </>
        )}
      </div>
      <div className={styles.clearance} />
      {form}
      {sharing && <LinksDialog name={sharing.name} links={linksOf(sharing)} onClose={() => setSharing(null)} />}
      {dialogs}
    </DashboardSection>
  );
}
