import { atWidth } from 'contracts/media';
import type { ModelView } from 'contracts/models';
import { ofName, TEXTS } from 'contracts/texts';
import Archive from 'lucide-react/icons/archive';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import Globe from 'lucide-react/icons/globe';
import Heart from 'lucide-react/icons/heart';
import Pencil from 'lucide-react/icons/pencil';
import QrCode from 'lucide-react/icons/qr-code';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import Users from 'lucide-react/icons/users';
import { memo } from 'react';
import { AdminCard } from 'ui/admin-card';
import { Avatar } from 'ui/avatar';
import { Badge, LiveBadge } from 'ui/badge';
import { Button, ButtonLink } from 'ui/button';
import { IconButton } from 'ui/icon-button';
import { Toggle } from 'ui/toggle';
import { Verified } from 'ui/verified';
import { formatNumber } from 'web-kit/formats';
import { paths } from 'web-kit/paths';
import { isManual, stateOf } from './filter-and-sort.ts';
import { ModelStateBadge } from './model-state.tsx';
import styles from './model-card.module.css';
import type { QuickChange } from './use-quick-changes.ts';

/** Actions of a model's card; the same object in every rendering. */
export interface CardActions {
  change: (model: ModelView, change: QuickChange) => void;
  edit: (model: ModelView) => void;
  reset: (model: ModelView) => void;
  /** Returns the address of a hidden model's preview. */
  previewOf: (slug: string) => string;
  share: (model: ModelView) => void;
  remove: (model: ModelView) => void;
}

interface ModelAdminCardProps {
  model: ModelView;
  /** Whether to name the model's affiliate; not needed in a panel of one affiliate. */
  showsAffiliate: boolean;
  busy: boolean;
  actions: CardActions;
}

/** Card of a model in a panel. Memoised, as a list has hundreds. */
export const ModelAdminCard = memo(function ModelAdminCard({
  model,
  showsAffiliate,
  busy,
  actions,
}: ModelAdminCardProps) {
  const manual = isManual(model);
  const isPublished = stateOf(model) === 'published';
  return (
    <AdminCard
      avatar={
        <Avatar
          size="medium"
          decorative
          live={model.is_live && isPublished}
          source={model.avatar_image ? { src: atWidth(model.avatar_image, 192), width: 192, height: 192 } : null}
        />
      }
      title={
        <>
          {model.name} {model.is_verified && <Verified />}
        </>
      }
      handle={
        <>
          @{model.slug}, {model.age} ans
          {showsAffiliate && model.affiliate_slug && (
            <>
              <br />
              Affilié&nbsp;: @{model.affiliate_slug}
            </>
          )}
        </>
      }
      badges={
        !isPublished ? (
          <ModelStateBadge model={model} />
        ) : model.is_live ? (
          <LiveBadge manual={manual} />
        ) : (
          manual && <Badge>Hors live {TEXTS.manual}</Badge>
        )
      }
      status={
        manual && (
          <IconButton label={`Rendre la main aux horaires ${ofName(model.name)}`} onClick={() => actions.reset(model)}>
            <RotateCcw />
          </IconButton>
        )
      }
      actions={
        <>
          {isPublished ? (
            <ButtonLink
              small
              href={paths.model(model.slug)}
              target="_blank"
              aria-label={`Voir ${model.name}, nouvel onglet`}
            >
              <ExternalLink />
              Voir
            </ButtonLink>
          ) : (
            <ButtonLink
              small
              href={actions.previewOf(model.slug)}
              target="_blank"
              aria-label={`Prévisualiser ${model.name}, nouvel onglet`}
            >
              <Eye />
              Prévisualiser
            </ButtonLink>
          )}
          <Button small busy={busy} onClick={() => actions.edit(model)} aria-label={`Éditer ${model.name}`}>
            <Pencil />
            Éditer
          </Button>
        </>
      }
      iconActions={
        <>
          <IconButton label={`Liens et QR code ${ofName(model.name)}`} onClick={() => actions.share(model)}>
            <QrCode />
          </IconButton>
          {isPublished ? (
            <IconButton label={`Archiver ${model.name}`} onClick={() => actions.change(model, { state: 'archived' })}>
              <Archive />
            </IconButton>
          ) : (
            <IconButton label={`Publier ${model.name}`} onClick={() => actions.change(model, { state: 'published' })}>
              <Globe />
            </IconButton>
          )}
        </>
      }
      lastAction={
        <IconButton danger label={`Supprimer ${model.name}`} onClick={() => actions.remove(model)}>
          <Trash2 />
        </IconButton>
      }
    >
      <ul className={styles.stats}>
        <li>
          <Heart />
          <b>{formatNumber(model.likes_count)}</b>
          <span className="visually-hidden">likes</span>
        </li>
        <li>
          <Users />
          <b>{formatNumber(model.followers_count)}</b>
          <span className="visually-hidden">abonnés</span>
        </li>
      </ul>
      <div className={styles.switches}>
        <Toggle
          near
          disabled={!isPublished}
          label="En live"
          aria-label={`En live\u00a0: ${model.name}`}
          checked={model.is_live}
          onChange={(event) => actions.change(model, { is_live: event.target.checked })}
        />
        <Toggle
          near
          label="Vérifié"
          aria-label={`Vérifié\u00a0: ${model.name}`}
          checked={model.is_verified}
          onChange={(event) => actions.change(model, { is_verified: event.target.checked })}
        />
      </div>
    </AdminCard>
  );
});
