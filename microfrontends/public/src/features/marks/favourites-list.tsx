import type { ModelView } from 'contracts/models';
import Bookmark from 'lucide-react/icons/bookmark';
import { useRef } from 'react';
import { Anchor } from 'ui/anchor';
import { Avatar } from 'ui/avatar';
import { IconButton } from 'ui/icon-button';
import { RetryButton } from 'ui/retry-button';
import { Loading, Skeleton } from 'ui/skeleton';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { avatarOf } from '../models/index.ts';
import { useFavourites } from './api/favourites.ts';
import styles from './marks.module.css';
import { useFavourite } from './use-mark.ts';

/** List of the subscriber's favourites, each with a button to remove it. */
export function FavouritesList() {
  const { data: favourites, isError, isFetching, refetch } = useFavourites();
  const list = useRef<HTMLDivElement>(null);
  if (!favourites)
    return isError ? (
      <div className="stack" role="alert">
        <p>Vos favoris n’ont pas pu être lus.</p>
        <RetryButton small busy={isFetching} onRetry={() => void refetch()} />
      </div>
    ) : (
      <Loading>
        <Skeleton shape="line" />
      </Loading>
    );
  return (
    <div ref={list} tabIndex={-1} role="group" aria-label="Favoris">
      {favourites.length === 0 ? (
        <p className="soft">Aucun favori pour l’instant. «&nbsp;Favori&nbsp;», sur un profil, l’ajoute ici.</p>
      ) : (
        <ul className={styles.list}>
          {favourites.map((model) => (
            <Row key={model.slug} model={model} onRemoved={() => list.current?.focus()} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ model, onRemoved }: { model: ModelView; onRemoved: () => void }) {
  const { toggle } = useFavourite(model);
  const remove = () => {
    // The button, which has the focus, disappears with the row.
    onRemoved();
    toggle();
  };
  return (
    <li>
      <Anchor className={styles.known} href={paths.model(model.slug)} component={Link}>
        <Avatar source={avatarOf(model, 48)} live={model.is_live} decorative />
        <span>
          <b>{model.name}</b>
          {model.is_live && <span className="small soft">En live maintenant</span>}
        </span>
      </Anchor>
      <IconButton label={`Retirer ${model.name} des favoris`} onClick={remove}>
        <Bookmark fill="currentColor" />
      </IconButton>
    </li>
  );
}
