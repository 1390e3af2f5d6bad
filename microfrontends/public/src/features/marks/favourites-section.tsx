import { Avatar } from 'ui/avatar';
import { Anchor } from 'ui/anchor';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { avatarOf } from '../models/index.ts';
import { useFavourites } from './api/favourites.ts';
import styles from './marks.module.css';

/** "Mes favoris": the favourites in a row that scrolls; nothing while there are none. */
export default function FavouritesSection() {
  const { data: favourites } = useFavourites();
  if (!favourites || favourites.length === 0) return null;
  return (
    <section className={`page ${styles.favourites}`} aria-labelledby="favourites-title">
      <h2 className="heading" id="favourites-title">
        Mes favoris
      </h2>
      <ul className={styles.row}>
        {favourites.map((model) => (
          <li key={model.slug}>
            <Anchor className={styles.favourite} href={paths.model(model.slug)} component={Link}>
              <Avatar source={avatarOf(model, 72)} size="medium" live={model.is_live} decorative />
              <span>{model.name}</span>
              {model.is_live && <span className="visually-hidden"> en live</span>}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
