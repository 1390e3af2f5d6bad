import type { AffiliateView } from 'contracts/affiliates';
import { TEXTS } from 'contracts/texts';
import Plus from 'lucide-react/icons/plus';
import { useDeletedFocus } from 'panel/deleted-focus';
import { linksOfAffiliate, LinksDialog } from 'panel/links-dialog';
import { finderOf, useListChoice } from 'panel/list-choice';
import { useShortcut } from 'panel/shortcuts';
import { startTransition, Suspense, useOptimistic, useState } from 'react';
import { Blank } from 'ui/blank';
import { Button } from 'ui/button';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { Cards, DeskSection } from 'ui/desk';
import { Field } from 'ui/field';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import { formatNumber, plural } from 'web-kit/formats';
import { lazyPage } from 'web-kit/lazy-page';
import { AffiliateCard } from './affiliate-card.tsx';
import { affiliatesApi } from './affiliates-api.ts';
import styles from './affiliate-list.module.css';

const loadForm = () => import('./affiliate-form.tsx');
const AffiliateForm = lazyPage(async () => ({ default: (await loadForm()).AffiliateForm }));

/** What is searched, and how it is called in the address. */
const NAMES = { search: 'affilies' } as const;
const EVERYTHING = { search: '' };

interface AffiliateListProps {
  affiliates: readonly AffiliateView[];
  /** Something was changed: the list is to be read again. */
  onChanged: () => Promise<unknown>;
}

/** The cards of the affiliates with all that can be done to them. */
export function AffiliateList({ affiliates, onChanged }: AffiliateListProps) {
  const show = useToast();
  /** undefined: closed; null: a new affiliate. */
  const [editing, setEditing] = useState<AffiliateView | null | undefined>();
  const [leaving, setLeaving] = useState<AffiliateView | null>(null);
  const [deleting, setDeleting] = useState(false);
  const [sharing, setSharing] = useState<AffiliateView | null>(null);
  const [shown, apply] = useOptimistic(affiliates, (all, { id, is_active }: Pick<AffiliateView, 'id' | 'is_active'>) =>
    all.map((affiliate) => (affiliate.id === id ? { ...affiliate, is_active } : affiliate)),
  );
  const [choice, setChoice] = useListChoice(NAMES, EVERYTHING);
  const focus = useDeletedFocus(affiliates);
  // Its button goes with the empty list.
  const showAll = () => {
    setChoice(EVERYTHING);
    focus.title.current?.focus();
  };
  const isFound = finderOf(choice.search);
  const found = shown.filter(({ name, slug }) => isFound(`${name} ${slug}`));
  const open = async (affiliate: AffiliateView | null) => {
    try {
      await loadForm();
      setEditing(affiliate);
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { refused: TEXTS.dataLoadFailed }) });
    }
  };
  useShortcut('a', 'Nouvel affilié', () => void open(null));

  const activate = ({ id }: AffiliateView, is_active: boolean) =>
    startTransition(async () => {
      apply({ id, is_active });
      try {
        await affiliatesApi.update(id, { is_active });
        await onChanged();
      } catch (error) {
        show({ tone: 'error', title: TEXTS.error, text: failureText(error, { refused: TEXTS.updateFailed }) });
      }
    });

  const remove = async () => {
    if (!leaving) return;
    setDeleting(true);
    try {
      await affiliatesApi.remove(leaving.id);
      focus.expect(leaving.id);
      show({ tone: 'success', title: TEXTS.affiliateDeleted, text: leaving.name });
      setLeaving(null);
      await onChanged();
    } catch (error) {
      show({
        tone: 'error',
        title: TEXTS.error,
        text: failureText(error, { refused: TEXTS.deleteAffiliateFailed, unanswered: TEXTS.deleteFailed }),
      });
    } finally {
      setDeleting(false);
    }
  };

  return (
    <DeskSection
      title="Affiliés"
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
          <Field
            label="Rechercher un affilié"
            type="search"
            placeholder="Nom ou slug"
            autoComplete="off"
            value={choice.search}
            onChange={(event) => setChoice({ search: event.target.value })}
          />
          <p className="small soft" role="status">
            {found.length === affiliates.length
              ? plural(affiliates.length, 'affilié')
              : `${formatNumber(found.length)} sur ${plural(affiliates.length, 'affilié')}`}
          </p>
        </div>
      )}
      {affiliates.length > 0 && found.length === 0 && (
        <Blank level={3} title="Aucun affilié ne correspond à votre recherche.">
          <Button onClick={showAll}>Tout afficher</Button>
        </Blank>
      )}
      {affiliates.length === 0 ? (
        <Blank level={3} title={TEXTS.noAffiliates} />
      ) : (
        <Cards>
          {found.map((affiliate) => (
            <AffiliateCard
              key={affiliate.id}
              affiliate={affiliate}
              onActivate={(isActive) => activate(affiliate, isActive)}
              onEdit={() => void open(affiliate)}
              onShare={() => setSharing(affiliate)}
              onDelete={() => setLeaving(affiliate)}
            />
          ))}
        </Cards>
      )}
      {editing !== undefined && (
        <Suspense fallback={null}>
          <AffiliateForm
            affiliate={editing}
            onClose={() => setEditing(undefined)}
            onSaved={() => {
              setEditing(undefined);
              void onChanged();
            }}
          />
        </Suspense>
      )}
      {sharing && (
        <LinksDialog name={sharing.name} links={linksOfAffiliate(sharing.slug)} onClose={() => setSharing(null)} />
      )}
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => void remove()}
        busy={deleting}
        title={TEXTS.confirmDeleteAffiliate}
        what={leaving && `${leaving.name} (@${leaving.slug})`}
      >
        Sa page partenaire et son panel ferment aussitôt.
      </ConfirmDialog>
    </DeskSection>
  );
}
