import type { AffiliateView } from 'contracts/affiliates';
import { TEXTS } from 'contracts/texts';
import Plus from 'lucide-react/icons/plus';
import { useFocusAfterDeletion } from 'panel/focus-after-deletion';
import { linksOfAffiliate, LinksDialog } from 'panel/links-dialog';
import { createTextMatcher, useListFilters } from 'panel/list-filters';
import { useShortcut } from 'panel/shortcuts';
import { startTransition, Suspense, useOptimistic, useState } from 'react';
import { EmptyState } from 'ui/empty-state';
import { Button } from 'ui/button';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { Cards, DashboardSection } from 'ui/dashboard';
import { SearchField } from 'ui/search-field';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import { formatNumber, plural } from 'web-kit/formats';
import { lazyPage } from 'web-kit/lazy-page';
import { AffiliateCard } from './affiliate-card.tsx';
import { deleteAffiliate } from './api/delete-affiliate.ts';
import { updateAffiliate } from './api/update-affiliate.ts';
import styles from './affiliate-list.module.css';

const loadForm = () => import('./affiliate-form.tsx');
const AffiliateForm = lazyPage(async () => ({ default: (await loadForm()).AffiliateForm }));

/** Names of the filters in the address. */
const NAMES = { search: 'affilies' } as const;
const EVERYTHING = { search: '' };

interface AffiliateListProps {
  /** Level of the title. */
  level?: 1 | 2;
  affiliates: readonly AffiliateView[];
  /** Called after a change, to read the list again. */
  onChanged: () => Promise<unknown>;
}

/** Cards of the affiliates with all their actions. */
export function AffiliateList({ level = 2, affiliates, onChanged }: AffiliateListProps) {
  const below = level === 1 ? 2 : 3;
  const show = useToast();
  /** undefined: closed; null: a new affiliate. */
  const [editing, setEditing] = useState<AffiliateView | null | undefined>();
  const [deletionCandidate, setDeletionCandidate] = useState<AffiliateView | null>(null);
  const [deleting, setDeleting] = useState(false);
  const [sharing, setSharing] = useState<AffiliateView | null>(null);
  const [optimisticAffiliates, apply] = useOptimistic(
    affiliates,
    (all, { id, is_active }: Pick<AffiliateView, 'id' | 'is_active'>) =>
      all.map((affiliate) => (affiliate.id === id ? { ...affiliate, is_active } : affiliate)),
  );
  const [choice, setChoice] = useListFilters(NAMES, EVERYTHING);
  const focus = useFocusAfterDeletion(affiliates);
  // The button disappears with the empty state, so the title gets the focus.
  const showAll = () => {
    setChoice(EVERYTHING);
    focus.title.current?.focus();
  };
  const isFound = createTextMatcher(choice.search);
  const matches = optimisticAffiliates.filter(({ name, slug }) => isFound(`${name} ${slug}`));
  const open = async (affiliate: AffiliateView | null) => {
    try {
      await loadForm();
      setEditing(affiliate);
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { rejected: TEXTS.dataLoadFailed }) });
    }
  };
  useShortcut('a', 'Nouvel affilié', () => void open(null));

  const activate = ({ id }: AffiliateView, is_active: boolean) =>
    startTransition(async () => {
      apply({ id, is_active });
      try {
        await updateAffiliate(id, { is_active });
        await onChanged();
      } catch (error) {
        show({ tone: 'error', title: TEXTS.error, text: failureText(error, { rejected: TEXTS.updateFailed }) });
      }
    });

  const remove = async () => {
    if (!deletionCandidate) return;
    setDeleting(true);
    try {
      await deleteAffiliate(deletionCandidate.id);
      focus.expect(deletionCandidate.id);
      show({ tone: 'success', title: TEXTS.affiliateDeleted, text: deletionCandidate.name });
      setDeletionCandidate(null);
      await onChanged();
    } catch (error) {
      show({
        tone: 'error',
        title: TEXTS.error,
        text: failureText(error, { rejected: TEXTS.deleteAffiliateFailed, noResponse: TEXTS.deleteFailed }),
      });
    } finally {
      setDeleting(false);
    }
  };

  return (
    <DashboardSection
      title="Affiliés"
      level={level}
      titleRef={focus.title}
      action={
        <Button onClick={() => void open(null)}>
          <Plus />
          Nouvel affilié
        </Button>
      }
    >
      {affiliates.length > 1 && (
        <div className={styles.bar} role="search" aria-label="Affiliés">
          <SearchField
            label="Rechercher un affilié"
            placeholder="Nom ou slug"
            value={choice.search}
            onChange={(event) => setChoice({ search: event.target.value })}
          />
          <p className="small soft" role="status">
            {matches.length === affiliates.length
              ? plural(affiliates.length, 'affilié')
              : `${formatNumber(matches.length)} sur ${plural(affiliates.length, 'affilié')}`}
          </p>
        </div>
      )}
      {affiliates.length > 0 && matches.length === 0 && (
        <EmptyState level={below} title="Aucun affilié ne correspond à votre recherche.">
          <Button onClick={showAll}>Tout afficher</Button>
        </EmptyState>
      )}
      {affiliates.length === 0 ? (
        <EmptyState level={below} title={TEXTS.noAffiliates} />
      ) : (
        <Cards>
          {matches.map((affiliate) => (
            <AffiliateCard
              key={affiliate.id}
              affiliate={affiliate}
              onActivate={(isActive) => activate(affiliate, isActive)}
              onEdit={() => void open(affiliate)}
              onShare={() => setSharing(affiliate)}
              onDelete={() => setDeletionCandidate(affiliate)}
            />
          ))}
        </Cards>
      )}
      {editing !== undefined && (
        <Suspense fallback={null}>
          <AffiliateForm affiliate={editing} onClose={() => setEditing(undefined)} onSaved={() => void onChanged()} />
        </Suspense>
      )}
      {sharing && (
        <LinksDialog name={sharing.name} links={linksOfAffiliate(sharing.slug)} onClose={() => setSharing(null)} />
      )}
      <ConfirmDialog
        open={deletionCandidate !== null}
        onClose={() => setDeletionCandidate(null)}
        onConfirm={() => void remove()}
        busy={deleting}
        title={TEXTS.confirmDeleteAffiliate}
        what={deletionCandidate && `${deletionCandidate.name} (@${deletionCandidate.slug})`}
      >
        Sa page partenaire et son panel ferment aussitôt.
      </ConfirmDialog>
    </DashboardSection>
  );
}
