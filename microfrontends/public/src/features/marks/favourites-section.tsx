import { Avatar } from 'ui/avatar';
import { Anchor } from 'ui/anchor';
import { TextLink } from 'ui/text-link';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { avatarOf } from '../models/index.ts';
import { useFavourites } from './api/favourites.ts';
import styles from './marks.module.css';

/** Largest number of favourites in the row; the account page lists all. */
const ROW_MAX = 60;

/** "Mes favoris": the newest favourites in a row that scrolls, with a link to all of them; renders nothing without favourites. */
export default function FavouritesSection() {
  const { data: favourites } = useFavourites();
  if (!favourites || favourites.length === 0) return null;
  return (
    <section className={`page ${styles.favourites}`} aria-labelledby="favourites-title">
      <div className={`section-head ${styles.head}`}>
        <h2 className="title" id="favourites-title">
          Mes favoris
        </h2>
        <TextLink href={paths.account('favoris')} component={Link}>
          Gérer
        </TextLink>
      </div>
      <ul className={styles.row}>
        {favourites.slice(0, ROW_MAX).map((model) => (
          <li key={model.slug}>
            <Anchor className={styles.favourite} href={paths.model(model.slug)} component={Link}>
              <Avatar source={avatarOf(model, 72)} size="medium" live={model.is_live} tag decorative />
              <span>{model.name}</span>
            </Anchor>
          </li>
        ))}
        {favourites.length > ROW_MAX && (
          <li className={styles.others}>
            <TextLink href={paths.account('favoris')} component={Link}>
              Vos {favourites.length}&nbsp;favoris
            </TextLink>
          </li>
        )}
      </ul>
    </section>
  );
}
