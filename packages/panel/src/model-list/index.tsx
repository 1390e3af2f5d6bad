import { PERIOD_DEFAULT_DAYS } from 'contracts/days';
import { NO_AFFILIATE } from 'contracts/models';
import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Plus from 'lucide-react/icons/plus';
import Table2 from 'lucide-react/icons/table-2';
import { Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { EmptyState } from 'ui/empty-state';
import { Button } from 'ui/button';
import { Cards, DashboardSection } from 'ui/dashboard';
import { Spinner } from 'ui/spinner';
import { TextButton } from 'ui/text-link';
import { ViewSwitch } from 'ui/view-switch';
import { useToast } from 'ui/toast';
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
import { ListBar } from './list-bar.tsx';
import { ModelAdminCard } from './model-card.tsx';
import { ModelTable } from './model-table.tsx';
import type { ModelMoney, TableActions } from './model-table.tsx';
import styles from './model-list.module.css';
import { LazyCards } from './lazy-cards.tsx';
import { useArrangedModels } from './use-arranged-models.ts';
import { useAttempt } from './use-attempt.ts';
import { useConfirmedDeletion } from './use-confirmed-deletion.tsx';
import { FIRST_GROUPS } from './use-incremental-groups.ts';
import { useIsTable } from './use-is-table.ts';
import { useIsInView } from './use-is-in-view.ts';
import { useDeletion } from './use-deletion.ts';
import { useOpenedForm } from './use-opened-form.tsx';
import { useQuickChanges } from './use-quick-changes.ts';

const WallOrder = lazyPage(async () => ({ default: (await import('../wall-order/index.tsx')).WallOrder }));

export type { FurtherModels, ModelListNarrowing };
export { stateOf } from './filter-and-sort.ts';
export { ModelStateBadge } from './model-state.tsx';
export { useQuickChanges };

interface ModelListProps {
  title: string;
  /** All of them, or those of `further` that are here. */
  models: readonly ModelView[];
  further?: FurtherModels | undefined;
  /** Slugs of those to choose from; absent: those of the models. */
  affiliates?: readonly string[] | undefined;
  api: ModelsApi;
  /** What each brought in the last `moneyDays`, by slug; absent, or without the model: not known, or not yet. */
  money?: ReadonlyMap<string, ModelMoney> | undefined;
  moneyDays?: number;
  /** Something was changed: the list is to be read again. */
  onChanged: () => Promise<unknown>;
}

const VIEWS = [
  { label: 'Tableau', icon: <Table2 /> },
  { label: 'Fiches', icon: <LayoutGrid /> },
] as const;

/** Public links of a model; the affiliate's link carries the attribution. */
const linksOf = ({ slug, affiliate_slug }: ModelView) => [
  { label: 'Page du modèle', path: paths.model(slug) },
  ...(affiliate_slug
    ? [{ label: `Lien suivi de @${affiliate_slug}`, path: paths.modelFromAffiliate(slug, affiliate_slug) }]
    : []),
];

/** How many are shown of how many; no number while it is not exact. */
const countText = (found: number | null, total: number): string => {
  if (found === null) return `Recherche parmi ${plural(total, 'modèle')}…`;
  return found === total ? plural(total, 'modèle') : `${formatNumber(found)} sur ${plural(total, 'modèle')}`;
};

/** The models, as cards or as a table, with all that can be done to them. */
export function ModelList({
  title,
  models,
  further,
  affiliates: known,
  api,
  money,
  moneyDays = PERIOD_DEFAULT_DAYS,
  onChanged,
}: ModelListProps) {
  const show = useToast();
  const [sharing, setSharing] = useState<ModelView | null>(null);
  const [choice, setChoice] = useListFilters(NAMES, EVERYTHING);
  const deletion = useDeletion(models, api, onChanged);
  const moves = useWallMoves({ models: deletion.shown, wall: api.wall, reread: onChanged });
  const quick = useQuickChanges(moves.models, api, onChanged);
  const focus = useFocusAfterDeletion(deletion.shown);
  const list = useRef<HTMLDivElement>(null);
  useFocusFallback(list, 'article, tr', ['button'], focus.title);
  const isInView = useIsInView(focus.title);
  // Its button goes with the empty list.
  const showAll = () => {
    setChoice(EVERYTHING);
    focus.title.current?.focus();
  };
  const isWhole = !further;
  const sorts = useMemo(() => sortsOf({ isWhole }), [isWhole]);
  const period = plural(moneyDays, 'jour');
  const sort = sorts.some((known) => known === choice.sort) ? choice.sort : '';
  const [isTable, setTable] = useIsTable();
  const { arranged, groups, end, isMore, found } = useArrangedModels(quick.shown, choice, { further, money });
  const ids = useMemo(() => arranged.map(({ id }) => id), [arranged]);
  const { selected, pick, pickAll } = useSelection(ids);
  // What a filter hides is not acted upon.
  const chosen = useMemo(() => arranged.filter(({ id }) => selected.has(id)), [arranged, selected]);
  const chosenIds = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen]);
  const [isOrdering, setOrdering] = useState(false);
  const affiliates = useMemo(
    () => (further && known && known.length > 0 ? [NO_AFFILIATE, ...known] : affiliatesOf(models)),
    [further, known, models],
  );
  const hasFailed = Boolean(further?.error);

  const attempts = useAttempt(onChanged);
  const { busy, attempt } = attempts;
  const { edit, create, form } = useOpenedForm({ api, attempt, onChanged: () => void onChanged() });
  const { confirmDeletion, confirmChosenDeletion, dialogs } = useConfirmedDeletion({
    attempts,
    remove: deletion.remove,
    chosen,
    onRemoved: focus.expect,
    onChosenRemoved: () => pickAll(false),
    onChanged,
  });
  const reset = (model: ModelView) =>
    attempt(
      model.id,
      async () => {
        await api.resetOverride(model.id);
        show({ tone: 'success', title: TEXTS.overrideReset, text: model.name });
        await onChanged();
      },
      { refused: TEXTS.resetOverrideFailed },
    );
  const blockedId = useId();
  const latest = useRef({ edit, reset, change: quick.change, pick });
  useEffect(() => {
    latest.current = { edit, reset, change: quick.change, pick };
  });
  const actions = useMemo<TableActions>(
    () => ({
      change: (model, change) => latest.current.change(model, change),
      edit: (model) => void latest.current.edit(model),
      reset: (model) => void latest.current.reset(model),
      previewOf: api.previewOf,
      share: setSharing,
      remove: confirmDeletion,
      select: (id, isOn, isRange) => latest.current.pick(id, isOn, isRange),
    }),
    [api.previewOf, confirmDeletion],
  );

  const total = further?.total ?? deletion.shown.length;
  const countOf = (state: string) =>
    state === '' ? total : quick.shown.filter((model) => stateOf(model) === state).length;
  // Rows of a part of the list, or of an earlier one, have neighbours that are none on the wall.
  const isMovable = isWholeInOrder(choice) && found === total;

  return (
    <DashboardSection
      title={title}
      titleRef={focus.title}
      action={
        <div className="row">
          {api.wall && models.length > 1 && (
            <Button aria-pressed={isOrdering} onClick={() => setOrdering(!isOrdering)}>
              <ArrowUpDown />
              Ordre de l’affiche
            </Button>
          )}
          <ViewSwitch label="Présentation" compact={isTable} onChange={setTable} views={VIEWS} />
          <Button
            variant="primary"
            // Selected models have a bar of their own at the foot.
            {...(chosen.length === 0 && {
              className: isInView ? styles.create : `${styles.create} ${styles.away}`,
              ...(isInView && { 'data-foot-bar': '' }),
            })}
            onClick={() => void create()}
          >
            <Plus />
            {TEXTS.newModel}
          </Button>
        </div>
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
            {isTable && api.wall && !isMovable && arranged.length > 0 && (
              <p className={`small soft ${styles.blocked}`}>
                <span id={blockedId}>Les modèles se déplacent dans la liste entière, triée par ordre.</span>{' '}
                <TextButton className="in-text" onClick={() => setChoice(EVERYTHING)}>
                  Afficher l’ordre
                </TextButton>
              </p>
            )}
            {total === 0 && <EmptyState level={3} title={TEXTS.noModelsCreated} />}
            {total > 0 && found === 0 && !further?.isFetching && !hasFailed && (
              <EmptyState level={3} title="Aucun modèle ne correspond à votre recherche.">
                <Button onClick={showAll}>Tout afficher</Button>
              </EmptyState>
            )}
            <div className={styles.list}>
              {isTable && arranged.length > 0 && (
                <ModelTable
                  label={title}
                  models={groups.flat()}
                  selected={chosenIds}
                  count={ids.length}
                  onAll={pickAll}
                  sort={sort}
                  sorts={sorts}
                  onSort={(next) => setChoice({ ...choice, sort: next })}
                  onMove={api.wall ? moves.move : undefined}
                  blockedBy={isMovable ? null : blockedId}
                  showsAffiliate={affiliates.length > 0}
                  money={money ?? null}
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
                          showsAffiliate={affiliates.length > 0}
                          busy={busy === model.id}
                          actions={actions}
                        />
                      ))}
                    </Group>
                  );
                })}
            </div>
            {isMore && <div ref={end} />}
            {isTable && chosen.length > 0 && (
              <BulkBar
                selected={chosen.length}
                onChange={(change) => quick.changeAll(chosen, change)}
                onDelete={confirmChosenDeletion}
                onClear={() => pickAll(false)}
              />
            )}
            {further?.isFetching && !isMore && <Spinner label="Chargement des modèles" />}
            {further && hasFailed && <LoadFailure error={further.error} onRetry={further.retry} />}
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
