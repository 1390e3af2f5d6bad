import { z } from 'zod';
import { modelView } from '../models.ts';
import { operation } from '../operation.ts';
import { slugShape } from '../slugs.ts';

const OF_SUBSCRIBERS = { service: 'catalogue', roles: ['subscriber'] } as const;
const ofModel = {
  params: z.object({ slug: slugShape }),
  response: z.object({ ok: z.literal(true) }),
  errors: ['MODEL_NOT_FOUND'],
} as const;

export const listFavourites = operation({
  ...OF_SUBSCRIBERS,
  id: 'listFavourites',
  method: 'GET',
  path: '/api/favourites',
  summary: 'The subscriber’s favourite models, the newest favourite first, at most 200; their media lists left empty',
  response: z.array(modelView),
  errors: [],
});
export const addFavourite = operation({
  ...OF_SUBSCRIBERS,
  ...ofModel,
  id: 'addFavourite',
  method: 'PUT',
  path: '/api/favourites/:slug',
  summary: 'Makes a model a favourite; again changes nothing',
});
export const removeFavourite = operation({
  ...OF_SUBSCRIBERS,
  ...ofModel,
  id: 'removeFavourite',
  method: 'DELETE',
  path: '/api/favourites/:slug',
  summary: 'Ends a favourite; again changes nothing',
});
export const listLikes = operation({
  ...OF_SUBSCRIBERS,
  id: 'listLikes',
  method: 'GET',
  path: '/api/likes',
  summary: 'Slugs of the models that the subscriber likes, the newest like first',
  response: z.array(z.string()),
  errors: [],
});
export const addLike = operation({
  ...OF_SUBSCRIBERS,
  ...ofModel,
  id: 'addLike',
  method: 'PUT',
  path: '/api/likes/:slug',
  summary: 'Likes a model, which adds one to its likes; again changes nothing',
});
export const removeLike = operation({
  ...OF_SUBSCRIBERS,
  ...ofModel,
  id: 'removeLike',
  method: 'DELETE',
  path: '/api/likes/:slug',
  summary: 'Takes a like back; again changes nothing',
});
