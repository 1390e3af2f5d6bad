import { z } from 'zod';
import { modelListQuery, modelView } from '../models.ts';
import { operation } from '../operation.ts';
import { byModelSlug, ok } from './shapes.ts';

const OF_SUBSCRIBERS = { service: 'catalogue', roles: ['subscriber'] } as const;
const ofModel = {
  params: byModelSlug,
  response: ok,
  errors: ['MODEL_NOT_FOUND'],
} as const;

/** Query of a page of marks; 200 per page by default. */
export const markListQuery = modelListQuery.pick({ limit: true, cursor: true });
export type MarkListQuery = z.output<typeof markListQuery>;

export const listFavourites = operation({
  ...OF_SUBSCRIBERS,
  id: 'listFavourites',
  method: 'GET',
  path: '/api/favourites',
  summary: 'The subscriber’s favourite models, the newest favourite first, in pages; their media lists left empty',
  query: markListQuery,
  response: z.array(modelView),
  errors: ['VALIDATION_FAILED'],
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
  summary: 'Slugs of the models that the subscriber likes, the newest like first, in pages',
  query: markListQuery,
  response: z.array(z.string()),
  errors: ['VALIDATION_FAILED'],
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
