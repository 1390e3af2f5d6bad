import type { ModelView } from 'contracts/models';
import type { ListPage } from 'web-kit/api';

/** Number of models that a home page renders before scrolling: a multiple of eight, the period of the wall's layout. */
export const FIRST_MODELS = 24;

/** First models of a long list, with the counts of the whole list. */
export interface FirstModels {
  models: ModelView[];
  total: number;
  /** null: no longer known. */
  live: number | null;
}

/**
 * Sorts live models first, each part in its order. Only for a new response, so that no card moves while a visitor is about to click
 * it.
 */
export const liveFirst = (models: readonly ModelView[]): ModelView[] => [
  ...models.filter((model) => model.is_live),
  ...models.filter((model) => !model.is_live),
];

/**
 * Returns the part of a long list that a page embeds; null for a list that the page embeds completely.
 * @param page first page of all models
 * @param live number of live models among all
 */
export const firstModelsOf = ({ items, total }: ListPage<ModelView>, live: number): FirstModels | null =>
  items.length > FIRST_MODELS ? { models: items.slice(0, FIRST_MODELS), total, live } : null;
