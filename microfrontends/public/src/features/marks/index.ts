import { lazyPage } from 'web-kit/lazy-page';

export { useFavourites } from './api/favourites.ts';
export { MarkButtons } from './mark-buttons.tsx';
/** Subscribers alone load it. */
export const FavouritesSection = lazyPage(() => import('./favourites-section.tsx'));
/** Of the account. */
export const FavouritesList = lazyPage(() => import('./favourites-list.tsx'));
