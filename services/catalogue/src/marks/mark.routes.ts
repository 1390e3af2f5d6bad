import {
  addFavourite,
  addLike,
  listFavourites,
  listLikes,
  removeFavourite,
  removeLike,
} from 'contracts/operations/marks';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/mount-operation';
import { setPageHeaders } from 'service-kit/list-page';
import type { Viewer } from 'service-kit/viewer';
import type { MarkKind } from './mark.repository.ts';
import type { MarkService, Subscriber } from './mark.service.ts';

const done = { ok: true } as const;
const subscriberOf = (viewer: Viewer): Subscriber => {
  if (viewer.role !== 'subscriber') throw new AppError('FORBIDDEN');
  return viewer;
};

export const markRoutes = (mount: Mount, { marks }: { marks: MarkService }): void => {
  const routes = [
    { kind: 'favourite', add: addFavourite, remove: removeFavourite },
    { kind: 'like', add: addLike, remove: removeLike },
  ] as const satisfies { kind: MarkKind; add: unknown; remove: unknown }[];
  for (const { kind, add, remove } of routes) {
    mount(add, async ({ params }, { viewer }) => {
      await marks.add(kind, subscriberOf(viewer).id, params.slug);
      return done;
    });
    mount(remove, async ({ params }, { viewer }) => {
      await marks.remove(kind, subscriberOf(viewer).id, params.slug);
      return done;
    });
  }
  mount(listFavourites, async ({ query }, { viewer, response }) => {
    const { models, next } = await marks.marked(subscriberOf(viewer), 'favourite', query);
    setPageHeaders(response, { path: listFavourites.path, query, next });
    return models;
  });
  mount(listLikes, async ({ query }, { viewer, response }) => {
    const { models, next } = await marks.marked(subscriberOf(viewer), 'like', query);
    setPageHeaders(response, { path: listLikes.path, query, next });
    return models.map(({ slug }) => slug);
  });
};
