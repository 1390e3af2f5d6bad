import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import Plus from 'lucide-react/icons/plus';
import { startTransition, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from 'ui/empty-state';
import { Button } from 'ui/button';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { Cards, DashboardSection } from 'ui/dashboard';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import { formatNumber, plural } from 'web-kit/formats';
import { lazyPage } from 'web-kit/lazy-page';
import { paths } from 'web-kit/paths';
import { useFocusAfterDeletion } from '../focus-after-deletion/index.tsx';
import { LinksDialog } from '../links-dialog/index.tsx';
import { useFocusFallback } from '../focus-fallback/index.tsx';
import { useListFilters } from '../list-filters/index.tsx';
import { useShortcut } from '../shortcuts/index.tsx';
import type { ModelsApi } from './api.ts';
import { affiliatesOf, arrange, EVERYTHING, NAMES } from './filter-and-sort.ts';
import { ListBar } from './list-bar.tsx';
import { ModelAdminCard } from './model-card.tsx';
import type { CardActions } from './model-card.tsx';
import styles from './model-list.module.css';
import { LazyCards } from './lazy-cards.tsx';
import { FIRST_GROUPS, useIncrementalGroups } from './use-incremental-groups.ts';
import { useQuickChanges } from './use-quick-changes.ts';

export type { ModelsApi } from './api.ts';

/** Delay in milliseconds before the form's code is preloaded: the list has been rendered by then. */
const FORM_READY_AFTER = 1_000;
const loadForm = () => import('../model-form/index.tsx');
const ModelForm = lazyPage(async () => ({ default: (await loadForm()).ModelForm }));

interface ModelListProps {
  title: string;
  models: readonly ModelView[];
  api: ModelsApi;
  /** Something was changed: the list is to be read again. */
  onChanged: () => Promise<unknown>;
}

/** Public links of a model; the affiliate's link carries the attribution. */
const linksOf = ({ slug, affiliate_slug }: ModelView) => [
  { label: 'Page du modèle', path: paths.model(slug) },
  ...(affiliate_slug
    ? [{ label: `Lien suivi de @${affiliate_slug}`, path: paths.modelFromAffiliate(slug, affiliate_slug) }]
    : []),
];

/** The cards of the models with all that can be done to them. */
export function ModelList({ title, models, api, onChanged }: ModelListProps) {
  const show = useToast();
  /** undefined: closed; null: a new model. */
  const [editing, setEditing] = useState<ModelView | null | undefined>();
  const [deletionCandidate, setDeletionCandidate] = useState<ModelView | null>(null);
  const [sharing, setSharing] = useState<ModelView | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [choice, setChoice] = useListFilters(NAMES, EVERYTHING);
  const quick = useQuickChanges(models, api, onChanged);
  const focus = useFocusAfterDeletion(models);
  const list = useRef<HTMLDivElement>(null);
  useFocusFallback(list, 'article', ['button']);
  // Its button goes with the empty list.
  const showAll = () => {
    setChoice(EVERYTHING);
    focus.title.current?.focus();
  };
  const deferredFilters = useDeferredValue(choice);
  const arranged = useMemo(() => arrange(quick.shown, deferredFilters), [quick.shown, deferredFilters]);
  const affiliates = useMemo(() => affiliatesOf(models), [models]);
  const { end, groups, isMore } = useIncrementalGroups(arranged, deferredFilters);
  useEffect(() => {
    // A failure surfaces when the form is opened.
    const waiting = setTimeout(() => void loadForm().catch(() => undefined), FORM_READY_AFTER);
    return () => clearTimeout(waiting);
  }, []);

  const attempt = async (id: string, work: () => Promise<void>, failed: Parameters<typeof failureText>[1]) => {
    setBusy(id);
    try {
      await work();
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, failed) });
    } finally {
      setBusy(null);
    }
  };
  const open = (id: string, load: () => Promise<ModelView> | null) =>
    attempt(
      id,
      async () => {
        const [model] = await Promise.all([load(), loadForm()]);
        // In slices: a form with hundreds of rows would hold the page up.
        startTransition(() => setEditing(model));
      },
      { refused: TEXTS.dataLoadFailed },
    );
  const edit = (model: ModelView) => open(model.id, () => api.load(model.slug));
  const create = () => open('', () => null);
  useShortcut('n', TEXTS.newModel, () => void create());
  const remove = (model: ModelView) =>
    attempt(
      model.id,
      async () => {
        await api.remove(model.id);
        focus.expect(model.id);
        setDeletionCandidate(null);
        show({ tone: 'success', title: TEXTS.modelDeleted, text: model.name });
        await onChanged();
      },
      { refused: TEXTS.deleteModelFailed, noResponse: TEXTS.deleteFailed },
    );
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
  const latest = useRef({ edit, reset, change: quick.change });
  useEffect(() => {
    latest.current = { edit, reset, change: quick.change };
  });
  const actions = useMemo<CardActions>(
    () => ({
      change: (model, change) => latest.current.change(model, change),
      edit: (model) => void latest.current.edit(model),
      reset: (model) => void latest.current.reset(model),
      share: setSharing,
      remove: setDeletionCandidate,
    }),
    [],
  );

  return (
    <DashboardSection
      title={title}
      titleRef={focus.title}
      action={
        <Button variant="primary" onClick={() => void create()}>
          <Plus />
          {TEXTS.newModel}
        </Button>
      }
    >
      {models.length > 1 && (
        <ListBar
          choice={choice}
          onChange={setChoice}
          affiliates={affiliates}
          counted={
            arranged.length === models.length
              ? plural(models.length, 'modèle')
              : `${formatNumber(arranged.length)} sur ${plural(models.length, 'modèle')}`
          }
        />
      )}
      {models.length === 0 && <EmptyState level={3} title={TEXTS.noModelsCreated} />}
      {models.length > 0 && arranged.length === 0 && (
        <EmptyState level={3} title="Aucun modèle ne correspond à votre recherche.">
          <Button onClick={showAll}>Tout afficher</Button>
        </EmptyState>
      )}
      <div ref={list} className={styles.list}>
        {groups.map((group, index) => {
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
      {editing !== undefined && (
        <Suspense fallback={null}>
          <ModelForm model={editing} api={api} onClose={() => setEditing(undefined)} onSaved={() => void onChanged()} />
        </Suspense>
      )}
      {sharing && <LinksDialog name={sharing.name} links={linksOf(sharing)} onClose={() => setSharing(null)} />}
      <ConfirmDialog
        open={deletionCandidate !== null}
        onClose={() => setDeletionCandidate(null)}
        onConfirm={() => deletionCandidate && void remove(deletionCandidate)}
        busy={deletionCandidate !== null && busy === deletionCandidate.id}
        title={TEXTS.confirmDeleteModel}
        what={deletionCandidate && `${deletionCandidate.name} (@${deletionCandidate.slug})`}
      >
        Ses photos, ses vidéos et ses rediffusions sont supprimées avec lui.
      </ConfirmDialog>
    </DashboardSection>
  );
}
