import { atWidth } from 'contracts/media';
import type { ModelView } from 'contracts/models';
import ExternalLink from 'lucide-react/icons/external-link';
import Heart from 'lucide-react/icons/heart';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import Users from 'lucide-react/icons/users';
import { AdminCard } from 'ui/admin-card';
import { Avatar } from 'ui/avatar';
import { LiveBadge } from 'ui/badge';
import { Button, ButtonLink } from 'ui/button';
import { IconButton } from 'ui/icon-button';
import { Verified } from 'ui/verified';
import { formatNumber } from 'web-kit/formats';
import { paths } from 'web-kit/paths';
import styles from './model-card.module.css';

interface ModelAdminCardProps {
  model: ModelView;
  busy: boolean;
  onEdit: () => void;
  onReset: () => void;
  onDelete: () => void;
}

/** A model in a panel (specification, section 2). */
export function ModelAdminCard({ model, busy, onEdit, onReset, onDelete }: ModelAdminCardProps) {
  const manual = model.manual_live_override !== null && model.manual_live_override !== undefined;
  return (
    <AdminCard
      avatar={<Avatar size="medium" decorative live={model.is_live} source={model.avatar_image ? { src: atWidth(model.avatar_image, 192), width: 192, height: 192 } : null} />}
      title={<>{model.name} {model.is_verified && <Verified />}</>}
      handle={`@${model.slug}, ${model.age} ans`}
      badges={model.is_live ? <LiveBadge manual={manual} /> : undefined}
      actions={
        <>
          <ButtonLink small href={paths.model(model.slug)} target="_blank" aria-label={`Voir ${model.name}, nouvel onglet`}><ExternalLink />Voir</ButtonLink>
          <Button small busy={busy} onClick={onEdit} aria-label={`Éditer ${model.name}`}><Pencil />Éditer</Button>
          {manual && <IconButton label={`Rendre la main aux horaires de ${model.name}`} onClick={onReset}><RotateCcw /></IconButton>}
        </>
      }
      lastAction={<IconButton danger label={`Supprimer ${model.name}`} onClick={onDelete}><Trash2 /></IconButton>}
    >
      <ul className={styles.stats}>
        <li><Heart /><b>{formatNumber(model.likes_count)}</b><span className="visually-hidden">likes</span></li>
        <li><Users /><b>{formatNumber(model.followers_count)}</b><span className="visually-hidden">abonnés</span></li>
      </ul>
    </AdminCard>
  );
}
