import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useRef } from 'react';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { authModal } from 'web-kit/auth-modal';
import { queryKeys, useQueryClient } from 'web-kit/query';
import type { QueryClient } from 'web-kit/query';
import { subscriberSession, useSession } from 'web-kit/session';
import { setFavourite, useFavourites } from './api/favourites.ts';
import { likesKey, setLike, useLikes } from './api/likes.ts';

interface Mark {
  /** Applies a change to the cache before the server has responded, or the former value after a rejection. */
  apply: (client: QueryClient, email: string, isSet: boolean) => void;
  save: (slug: string, isSet: boolean) => Promise<unknown>;
}

/**
 * Returns a toggle that shows its new state at once and undoes it when the server rejects it. Changes are sent one after the
 * other, so that the last click wins. A visitor has to register first.
 */
const useMark = (model: ModelView, isSet: boolean, { apply, save }: Mark) => {
  const email = useSession(subscriberSession)?.user.email;
  const client = useQueryClient();
  const toast = useToast();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const toggle = () => {
    if (email === undefined) return authModal.open('register', { modelSlug: model.slug });
    const nextValue = !isSet;
    apply(client, email, nextValue);
    queue.current = queue.current
      .then(() => save(model.slug, nextValue))
      .catch((error: unknown) => {
        apply(client, email, !nextValue);
        toast({ title: TEXTS.error, text: messageOf(error), tone: 'error' });
      });
  };
  return { isSet, toggle };
};

const without = (slugs: readonly string[] | undefined, slug: string) => slugs?.filter((each) => each !== slug) ?? [];

export const useLike = (model: ModelView) => {
  const { slug } = model;
  const isSet = useLikes().data?.includes(slug) ?? false;
  return useMark(model, isSet, {
    apply: (client, email, isLiked) => {
      const key = likesKey(email);
      const before = client.getQueryData<string[]>(key);
      if ((before?.includes(slug) ?? false) === isLiked) return;
      void client.cancelQueries({ queryKey: key });
      client.setQueryData<string[]>(key, [...(isLiked ? [slug] : []), ...without(before, slug)]);
      client.setQueryData<ModelView | null>(
        queryKeys.model(slug, email),
        (shown) => shown && { ...shown, likes_count: shown.likes_count + (isLiked ? 1 : -1) },
      );
    },
    save: setLike,
  });
};

export const useFavourite = (model: ModelView) => {
  const { slug } = model;
  const isSet = useFavourites().data?.some((favourite) => favourite.slug === slug) ?? false;
  return useMark(model, isSet, {
    apply: (client, email, isFavourite) => {
      const key = queryKeys.favourites(email);
      void client.cancelQueries({ queryKey: key });
      client.setQueryData<ModelView[]>(key, (before = []) => [
        ...(isFavourite ? [model] : []),
        ...before.filter((favourite) => favourite.slug !== slug),
      ]);
    },
    save: setFavourite,
  });
};
