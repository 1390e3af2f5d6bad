import type { AffiliateView } from 'contracts/affiliates';
import { TEXTS } from 'contracts/texts';
import ExternalLink from 'lucide-react/icons/external-link';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import QrCode from 'lucide-react/icons/qr-code';
import Trash2 from 'lucide-react/icons/trash-2';
import { linksOfAffiliate, LinksDialog } from 'panel/links-dialog';
import { useShortcut } from 'panel/shortcuts';
import { startTransition, useOptimistic, useState } from 'react';
import { AdminCard } from 'ui/admin-card';
import { Badge } from 'ui/badge';
import { Blank } from 'ui/blank';
import { Button, ButtonLink } from 'ui/button';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { Cards, DeskSection } from 'ui/desk';
import { IconButton } from 'ui/icon-button';
import { StatusDot } from 'ui/status-dot';
import { useToast } from 'ui/toast';
import { Toggle } from 'ui/toggle';
import { messageOf } from 'web-kit/api';
import { paths } from 'web-kit/paths';
import { AffiliateForm } from './affiliate-form.tsx';
import { affiliatesApi } from './affiliates-api.ts';

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
  const [shown, apply] = useOptimistic(affiliates, (all, { id, is_active }: Pick<AffiliateView, 'id' | 'is_active'>) => all.map((affiliate) => (affiliate.id === id ? { ...affiliate, is_active } : affiliate)));
  useShortcut('a', 'Nouvel affilié', () => setEditing(null));

  const activate = ({ id }: AffiliateView, is_active: boolean) =>
    startTransition(async () => {
      apply({ id, is_active });
      try {
        await affiliatesApi.update(id, { is_active });
        await onChanged();
      } catch (error) {
        show({ tone: 'error', title: TEXTS.error, text: messageOf(error, TEXTS.updateFailed) });
      }
    });

  const remove = async () => {
    if (!leaving) return;
    setDeleting(true);
    try {
      await affiliatesApi.remove(leaving.id);
      show({ tone: 'success', title: TEXTS.affiliateDeleted, text: leaving.name });
      setLeaving(null);
      await onChanged();
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
          {shown.map((affiliate) => (
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
                  <IconButton label={`Liens et QR code de ${affiliate.name}`} onClick={() => setSharing(affiliate)}><QrCode /></IconButton>
                </>
              }
              lastAction={<IconButton danger label={`Supprimer ${affiliate.name}`} onClick={() => setLeaving(affiliate)}><Trash2 /></IconButton>}
            >
              <Toggle label="Compte actif" aria-label={`Compte actif : ${affiliate.name}`} checked={affiliate.is_active} onChange={(event) => activate(affiliate, event.target.checked)} />
            </AdminCard>
          ))}
        </Cards>
      )}
      {editing !== undefined && (
        <AffiliateForm
          affiliate={editing}
          onClose={() => setEditing(undefined)}
          onSaved={() => {
            setEditing(undefined);
            void onChanged();
          }}
        />
      )}
      {sharing && <LinksDialog name={sharing.name} links={linksOfAffiliate(sharing.slug)} onClose={() => setSharing(null)} />}
      <ConfirmDialog open={leaving !== null} onClose={() => setLeaving(null)} onConfirm={() => void remove()} busy={deleting} title={TEXTS.confirmDeleteAffiliate} what={leaving && `${leaving.name} (@${leaving.slug})`}>
        Sa page partenaire et son panel ferment aussitôt.
      </ConfirmDialog>
    </DeskSection>
  );
}
