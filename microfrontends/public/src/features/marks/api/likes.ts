import { addLike, listLikes, removeLike } from 'contracts/operations/marks';
import { call, callPage } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { subscriberSession as session, useSession } from 'web-kit/session';
import { allPages } from './all-pages.ts';

export const likesKey = (email: string) => ['likes', email] as const;

/** Queries the slugs of the models that the subscriber likes; sends no request for a visitor. */
export const useLikes = () => {
  const email = useSession(session)?.user.email ?? '';
  return useQuery<string[]>({
    queryKey: likesKey(email),
    queryFn: ({ signal }) => allPages((query) => callPage(listLikes, { query, session, signal })),
    enabled: email !== '',
  });
};

export const setLike = (slug: string, isSet: boolean) =>
  call(isSet ? addLike : removeLike, { params: { slug }, session });
