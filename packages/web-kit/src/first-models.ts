import type { ModelView } from 'contracts/models';
import type { ListPage } from 'web-kit/api';

/** Models that a home page renders before it is scrolled: a multiple of eight, by which the wall's layout repeats. */
export const FIRST_MODELS = 24;

/** The beginning of a long list, with the counts of the whole. */
export interface FirstModels {
  models: ModelView[];
  total: number;
  /** null: not known any more. */
  live: number | null;
}

/** Live models first, each part in its order: for a list as it arrives, so that no card moves under a visitor’s finger. */
export const liveFirst = (models: readonly ModelView[]): ModelView[] => [
  ...models.filter((model) => model.is_live),
  ...models.filter((model) => !model.is_live),
];

/**
 * Returns the part of a long list that a page embeds; null for a list that the page brings whole.
 * @param page first page of all models
 * @param live number of live models among all
 */
export const firstModelsOf = ({ items, total }: ListPage<ModelView>, live: number): FirstModels | null =>
  items.length > FIRST_MODELS ? { models: items.slice(0, FIRST_MODELS), total, live } : null;
