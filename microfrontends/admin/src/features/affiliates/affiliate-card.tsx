import type { AffiliateView } from 'contracts/affiliates';
import { ofName } from 'contracts/texts';
import ExternalLink from 'lucide-react/icons/external-link';
import Pencil from 'lucide-react/icons/pencil';
import QrCode from 'lucide-react/icons/qr-code';
import Trash2 from 'lucide-react/icons/trash-2';
import { AdminCard } from 'ui/admin-card';
import { Badge } from 'ui/badge';
import { Button, ButtonLink } from 'ui/button';
import { IconButton } from 'ui/icon-button';
import { StatusDot } from 'ui/status-dot';
import { Toggle } from 'ui/toggle';
import { paths } from 'web-kit/paths';

interface AffiliateCardProps {
  affiliate: AffiliateView;
  onActivate: (isActive: boolean) => void;
  onEdit: () => void;
  onShare: () => void;
  onDelete: () => void;
}

/** Card of an affiliate in the administrator's panel. */
export function AffiliateCard({ affiliate, onActivate, onEdit, onShare, onDelete }: AffiliateCardProps) {
  return (
    <AdminCard
      title={affiliate.name}
      handle={`@${affiliate.slug}`}
      status={
        <Badge tone={affiliate.is_active ? 'success' : 'danger'}>
          <StatusDot on={affiliate.is_active} />
          {affiliate.is_active ? 'Actif' : 'Inactif'}
        </Badge>
      }
      facts={[
        ['Mot de passe', '*'.repeat(affiliate.password_length ?? 0)],
        ['URL de base', affiliate.adexico_base_url],
      ]}
      actions={
        <>
          <ButtonLink
            small
            href={paths.affiliate(affiliate.slug)}
            target="_blank"
            aria-label={`Panel ${ofName(affiliate.name)}, nouvel onglet`}
          >
            <ExternalLink />
            Panel
          </ButtonLink>
          <Button small onClick={onEdit} aria-label={`Éditer ${affiliate.name}`}>
            <Pencil />
            Éditer
          </Button>
        </>
      }
      iconActions={
        <IconButton label={`Liens et QR code ${ofName(affiliate.name)}`} onClick={onShare}>
          <QrCode />
        </IconButton>
      }
      lastAction={
        <IconButton danger label={`Supprimer ${affiliate.name}`} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      }
    >
      <Toggle
        label="Compte actif"
        aria-label={`Compte actif\u00a0: ${affiliate.name}`}
        checked={affiliate.is_active}
        onChange={(event) => onActivate(event.target.checked)}
      />
    </AdminCard>
  );
}
