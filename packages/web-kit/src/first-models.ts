import type { ModelView } from 'contracts/models';
import type { ListPage } from 'web-kit/api';

/** As many as a home page draws before anybody scrolls: whole eights, as the wall stands in them. */
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
 * @param page the first of all models
 * @param live how many of all are live
 * @returns null for a list that the page brings whole
 */
export const firstModelsOf = ({ items, total }: ListPage<ModelView>, live: number): FirstModels | null =>
  items.length > FIRST_MODELS ? { models: items.slice(0, FIRST_MODELS), total, live } : null;
