import type { ModelView } from 'contracts/models';
import { addFavourite, listFavourites, removeFavourite } from 'contracts/operations/marks';
import { call, callPage } from 'web-kit/api';
import { queryKeys, useQuery } from 'web-kit/query';
import { subscriberSession as session, useSession } from 'web-kit/session';
import { allPages } from './all-pages.ts';

/** Queries the subscriber's favourites, the newest first; sends no request for a visitor. */
export const useFavourites = () => {
  const email = useSession(session)?.user.email ?? '';
  return useQuery<ModelView[]>({
    queryKey: queryKeys.favourites(email),
    queryFn: ({ signal }) => allPages((query) => callPage(listFavourites, { query, session, signal })),
    enabled: email !== '',
  });
};

export const setFavourite = (slug: string, isSet: boolean) =>
  call(isSet ? addFavourite : removeFavourite, { params: { slug }, session });
