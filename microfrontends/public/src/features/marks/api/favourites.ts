import type { ModelView } from 'contracts/models';
import { addFavourite, listFavourites, removeFavourite } from 'contracts/operations/marks';
import { call, callPage } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { subscriberSession as session, useSession } from 'web-kit/session';
import { allPages } from './all-pages.ts';

export const favouritesKey = (email: string) => ['favourites', email] as const;

/** Queries the subscriber's favourites, the newest first; sends no request for a visitor. */
export const useFavourites = () => {
  const email = useSession(session)?.user.email ?? '';
  return useQuery<ModelView[]>({
    queryKey: favouritesKey(email),
    queryFn: ({ signal }) => allPages((query) => callPage(listFavourites, { query, session, signal })),
    enabled: email !== '',
  });
};

export const setFavourite = (slug: string, isSet: boolean) =>
  call(isSet ? addFavourite : removeFavourite, { params: { slug }, session });
