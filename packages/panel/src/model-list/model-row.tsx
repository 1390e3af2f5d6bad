import { atWidth } from 'contracts/media';
import type { ModelView } from 'contracts/models';
import { ofName, TEXTS } from 'contracts/texts';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { memo } from 'react';
import { Avatar } from 'ui/avatar';
import { Checkbox } from 'ui/checkbox';
import { IconButton } from 'ui/icon-button';
import { Toggle } from 'ui/toggle';
import { Verified } from 'ui/verified';
import { formatNumber, plural } from 'web-kit/formats';
import { isManual, mediasOf, stateOf } from './filter-and-sort.ts';
import type { CardActions } from './model-card.tsx';
import { ModelStateBadge } from './model-state.tsx';
import styles from './model-table.module.css';
import { RowMenu } from './row-menu.tsx';

/** The same object in every rendering. */
export interface TableActions extends CardActions {
  select: (id: string, isOn: boolean, isRange: boolean) => void;
}

export interface RowProps {
  model: ModelView;
  isSelected: boolean;
  showsAffiliate: boolean;
  /** Money of the model in the period, formatted; null: unknown. */
  brought: string | null;
  period: string;
  isBusy: boolean;
  actions: TableActions;
}

interface RowInPlaceProps extends RowProps {
  /** Whether the panel sets an order. */
  hasGrip: boolean;
  /** Id of the text that states why rows cannot be moved; null: they can be once the sortable table is loaded. */
  blockedBy: string | null;
}

/** Row that cannot be moved. Memoised, like its cells, as a list has hundreds. */
export const Row = memo(function Row({ isSelected, hasGrip, blockedBy, ...cells }: RowInPlaceProps) {
  const { model, actions } = cells;
  return (
    <tr className={isSelected ? styles.selected : undefined}>
      <PickCell model={model} isSelected={isSelected} actions={actions} />
      {hasGrip && (
        <td className={styles.order}>
          <IconButton label={`Déplacer ${model.name}`} aria-disabled aria-describedby={blockedBy ?? undefined}>
            <GripVertical />
          </IconButton>
        </td>
      )}
      <ModelCells {...cells} />
    </tr>
  );
});

/** Cell with the checkbox that selects a model; with shift, the range up to it. */
export function PickCell({ model, isSelected, actions }: Pick<RowProps, 'model' | 'isSelected' | 'actions'>) {
  return (
    <td>
      <Checkbox
        className={styles.pick}
        label={<span className="visually-hidden">{`Sélectionner ${model.name}`}</span>}
        checked={isSelected}
        onChange={({ target, nativeEvent }) =>
          actions.select(model.id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </td>
  );
}

/** Cells of a row after its checkbox and its handle. */
export const ModelCells = memo(function ModelCells({
  model,
  showsAffiliate,
  brought,
  period,
  isBusy,
  actions,
}: Omit<RowProps, 'isSelected'>) {
  const { name, slug, affiliate_slug } = model;
  const isPublished = stateOf(model) === 'published';
  return (
    <>
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
            <span className={styles.figures}>
              {brought === null
                ? `${plural(model.likes_count, 'like')}, ${plural(model.followers_count, 'abonné')}`
                : `${brought} en ${period}`}
            </span>
            <span className={styles.handle}>
              @{slug}
              {showsAffiliate && affiliate_slug && `, affilié @${affiliate_slug}`}
              {model.is_featured && ', à la une'}
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
            <IconButton label={`Rendre la main aux horaires ${ofName(name)}`} onClick={() => actions.reset(model)}>
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
      <td className={`${styles.number} ${styles.medias}`}>{formatNumber(mediasOf(model))}</td>
      <td className={styles.number}>{formatNumber(model.likes_count)}</td>
      <td className={styles.number}>{formatNumber(model.followers_count)}</td>
      <td className={`${styles.number} ${styles.money}`}>{brought ?? '–'}</td>
      <td className={styles.actions}>
        <IconButton label={`Éditer ${name}`} aria-busy={isBusy || undefined} onClick={() => actions.edit(model)}>
          <Pencil />
        </IconButton>
        <RowMenu model={model} actions={actions} />
      </td>
    </>
  );
});
