import type { AffiliateView } from 'contracts/affiliates';
import { TEXTS } from 'contracts/texts';
import ExternalLink from 'lucide-react/icons/external-link';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { AdminCard } from 'ui/admin-card';
import { Badge } from 'ui/badge';
import { Blank } from 'ui/blank';
import { Button, ButtonLink } from 'ui/button';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { Cards, DeskSection } from 'ui/desk';
import { IconButton } from 'ui/icon-button';
import { StatusDot } from 'ui/status-dot';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { paths } from 'web-kit/paths';
import { AffiliateForm } from './affiliate-form.tsx';
import { affiliatesApi } from './affiliates-api.ts';

interface AffiliateListProps {
  affiliates: readonly AffiliateView[];
  onChanged: () => void;
}

/** The cards of the affiliates with all that can be done to them. */
export function AffiliateList({ affiliates, onChanged }: AffiliateListProps) {
  const show = useToast();
  /** undefined: closed; null: a new affiliate. */
  const [editing, setEditing] = useState<AffiliateView | null | undefined>();
  const [leaving, setLeaving] = useState<AffiliateView | null>(null);
  const [deleting, setDeleting] = useState(false);

  const remove = async () => {
    if (!leaving) return;
    setDeleting(true);
    try {
      await affiliatesApi.remove(leaving.id);
      show({ tone: 'success', title: TEXTS.affiliateDeleted, text: leaving.name });
      setLeaving(null);
      onChanged();
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: messageOf(error, TEXTS.deleteAffiliateFailed) });
    } finally {
      setDeleting(false);
    }
  };

  return (
    <DeskSection title="Affiliés" action={<Button onClick={() => setEditing(null)}><Plus />Nouvel affilié</Button>}>
      {affiliates.length === 0 ? (
        <Blank level={3} title={TEXTS.noAffiliates} />
      ) : (
        <Cards>
          {affiliates.map((affiliate) => (
            <AdminCard
              key={affiliate.id}
              title={affiliate.name}
              handle={`@${affiliate.slug}`}
              status={<Badge tone={affiliate.is_active ? 'success' : 'danger'}><StatusDot on={affiliate.is_active} />{affiliate.is_active ? 'Actif' : 'Inactif'}</Badge>}
              facts={[['Mot de passe', '*'.repeat(affiliate.password_length ?? 0)], ['URL de base', affiliate.adexico_base_url]]}
              actions={
                <>
                  <ButtonLink small href={paths.affiliate(affiliate.slug)} target="_blank" aria-label={`Panel de ${affiliate.name}, nouvel onglet`}><ExternalLink />Panel</ButtonLink>
                  <Button small onClick={() => setEditing(affiliate)} aria-label={`Éditer ${affiliate.name}`}><Pencil />Éditer</Button>
                </>
              }
              lastAction={<IconButton danger label={`Supprimer ${affiliate.name}`} onClick={() => setLeaving(affiliate)}><Trash2 /></IconButton>}
            />
          ))}
        </Cards>
      )}
      {editing !== undefined && (
        <AffiliateForm
          affiliate={editing}
          onClose={() => setEditing(undefined)}
          onSaved={() => {
            setEditing(undefined);
            onChanged();
          }}
        />
      )}
      <ConfirmDialog open={leaving !== null} onClose={() => setLeaving(null)} onConfirm={() => void remove()} busy={deleting} title={TEXTS.confirmDeleteAffiliate} what={leaving && `${leaving.name} (@${leaving.slug})`}>
        Sa page partenaire et son panel ferment aussitôt.
      </ConfirmDialog>
    </DeskSection>
  );
}
