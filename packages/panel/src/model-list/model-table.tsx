import { atWidth } from 'contracts/media';
import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import Archive from 'lucide-react/icons/archive';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import Globe from 'lucide-react/icons/globe';
import Pencil from 'lucide-react/icons/pencil';
import QrCode from 'lucide-react/icons/qr-code';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo, useEffect, useRef } from 'react';
import { Avatar } from 'ui/avatar';
import { Checkbox } from 'ui/checkbox';
import { IconButton, IconLink } from 'ui/icon-button';
import { Toggle } from 'ui/toggle';
import { Verified } from 'ui/verified';
import { formatNumber, formatPrice } from 'web-kit/formats';
import { paths } from 'web-kit/paths';
import { isManual, stateOf } from './filter-and-sort.ts';
import type { CardActions } from './model-card.tsx';
import { ModelStateBadge } from './model-state.tsx';
import styles from './model-table.module.css';

export interface TableActions extends CardActions {
  select: (id: string, isOn: boolean, isRange: boolean) => void;
}

interface ModelTableProps {
  label: string;
  /** The rows that are drawn. */
  models: readonly ModelView[];
  /** Ids, of rows that may not be drawn yet too. */
  selected: ReadonlySet<string>;
  /** How many could be selected. */
  count: number;
  onAll: (isOn: boolean) => void;
  /** As in the filters: empty for the site's order. */
  sort: string;
  onSort: (sort: string) => void;
  showsAffiliate: boolean;
  /** What each brought in the last thirty days, by slug; null: not known. */
  money: ReadonlyMap<string, string> | null;
  /** Id of the model that something is done to. */
  busy: string | null;
  actions: TableActions;
}

/** Columns that the list can be sorted by, with the direction in which each of them is. */
const SORTED = {
  name: { label: 'Modèle', direction: 'ascending' },
  likes: { label: 'Likes', direction: 'descending' },
  followers: { label: 'Abonnés', direction: 'descending' },
} as const;

const NOTHING = formatPrice(0);

/** The models as dense rows, to compare, select and change many; each a small card on a phone. */
export function ModelTable({
  label,
  models,
  selected,
  count,
  onAll,
  sort,
  onSort,
  showsAffiliate,
  money,
  busy,
  actions,
}: ModelTableProps) {
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current) all.current.indeterminate = selected.size > 0 && selected.size < count;
  }, [selected, count]);
  const head = (by: keyof typeof SORTED, className?: string) => {
    const isSorted = sort === by;
    const { direction, label: column } = SORTED[by];
    const Direction = !isSorted ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
    return (
      <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
        <button type="button" onClick={() => onSort(isSorted ? '' : by)}>
          {column}
          <Direction />
        </button>
      </th>
    );
  };
  return (
    <div className={styles.box}>
      <table className={styles.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                ref={all}
                className={styles.pick}
                label={<span className="visually-hidden">Tout sélectionner</span>}
                checked={count > 0 && selected.size === count}
                onChange={() => onAll(selected.size < count)}
              />
            </th>
            {head('name')}
            <th scope="col">État</th>
            <th scope="col">Live</th>
            <th scope="col">Profil</th>
            <th scope="col" className={styles.number}>
              Médias
            </th>
            {head('likes', styles.number)}
            {head('followers', styles.number)}
            <th scope="col" className={styles.number}>
              30 jours
            </th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <Row
              key={model.id}
              model={model}
              isSelected={selected.has(model.id)}
              showsAffiliate={showsAffiliate}
              brought={money === null ? '–' : (money.get(model.slug) ?? NOTHING)}
              isBusy={busy === model.id}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  model: ModelView;
  isSelected: boolean;
  showsAffiliate: boolean;
  brought: string;
  isBusy: boolean;
  actions: TableActions;
}

/** Memoised: a list has hundreds. */
const Row = memo(function Row({ model, isSelected, showsAffiliate, brought, isBusy, actions }: RowProps) {
  const { id, name, slug, affiliate_slug } = model;
  const isPublished = stateOf(model) === 'published';
  return (
    <tr className={isSelected ? styles.selected : undefined}>
      <td>
        <Checkbox
          className={styles.pick}
          label={<span className="visually-hidden">{`Sélectionner ${name}`}</span>}
          checked={isSelected}
          onChange={({ target, nativeEvent }) =>
            actions.select(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      <th scope="row" className={styles.person}>
        <div>
          <Avatar
            decorative
            live={model.is_live && isPublished}
            source={model.avatar_image ? { src: atWidth(model.avatar_image, 192), width: 192, height: 192 } : null}
          />
          <div>
            <b>
              {name} {model.is_verified && <Verified />}
            </b>
            <span className={styles.handle}>
              @{slug}
              {showsAffiliate && affiliate_slug && `, affilié @${affiliate_slug}`}
            </span>
            <span className={styles.figures}>
              {formatNumber(model.likes_count)} likes, {formatNumber(model.followers_count)} abonnés
            </span>
          </div>
        </div>
      </th>
      <td className={styles.state}>
        <ModelStateBadge model={model} />
      </td>
      <td className={styles.switches}>
        <Toggle
          near
          disabled={!isPublished}
          label="En live"
          aria-label={`En live\u00a0: ${name}`}
          checked={model.is_live}
          onChange={(event) => actions.change(model, { is_live: event.target.checked })}
        />
        {isManual(model) && (
          <span className={styles.manual}>
            {TEXTS.manual}
            <IconButton label={`Rendre la main aux horaires de ${name}`} onClick={() => actions.reset(model)}>
              <RotateCcw />
            </IconButton>
          </span>
        )}
      </td>
      <td className={styles.switches}>
        <Toggle
          near
          label="Vérifié"
          aria-label={`Vérifié\u00a0: ${name}`}
          checked={model.is_verified}
          onChange={(event) => actions.change(model, { is_verified: event.target.checked })}
        />
      </td>
      <td className={styles.number}>{formatNumber(model.medias_count)}</td>
      <td className={styles.number}>{formatNumber(model.likes_count)}</td>
      <td className={styles.number}>{formatNumber(model.followers_count)}</td>
      <td className={`${styles.number} strong`}>{brought}</td>
      <td className={styles.actions}>
        <IconButton label={`Éditer ${name}`} aria-busy={isBusy || undefined} onClick={() => actions.edit(model)}>
          <Pencil />
        </IconButton>
        {isPublished ? (
          <IconLink label={`Voir ${name}, nouvel onglet`} href={paths.model(slug)} target="_blank">
            <ExternalLink />
          </IconLink>
        ) : (
          <IconLink label={`Prévisualiser ${name}, nouvel onglet`} href={actions.previewOf(slug)} target="_blank">
            <Eye />
          </IconLink>
        )}
        {isPublished ? (
          <IconButton label={`Archiver ${name}`} onClick={() => actions.change(model, { state: 'archived' })}>
            <Archive />
          </IconButton>
        ) : (
          <IconButton label={`Publier ${name}`} onClick={() => actions.change(model, { state: 'published' })}>
            <Globe />
          </IconButton>
        )}
        <IconButton label={`Liens et QR code de ${name}`} onClick={() => actions.share(model)}>
          <QrCode />
        </IconButton>
        <IconButton danger label={`Supprimer ${name}`} onClick={() => actions.remove(model)}>
          <Trash2 />
        </IconButton>
      </td>
    </tr>
  );
});
