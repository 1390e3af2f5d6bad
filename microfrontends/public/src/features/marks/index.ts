import { lazyPage } from 'web-kit/lazy-page';

export { useFavourites } from './api/favourites.ts';
export { FavouritesList } from './favourites-list.tsx';
export { MarkButtons } from './mark-buttons.tsx';
/** Loaded for subscribers only. */
export const FavouritesSection = lazyPage(
  () => import('./favourites-section.tsx'),
  () => null,
);
