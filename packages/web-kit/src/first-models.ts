import type { ModelView } from 'contracts/models';

/** As many as a home page draws before anybody scrolls: whole eights, as the wall stands in them. */
export const FIRST_MODELS = 24;

/** The beginning of a long list, with the counts of the whole. */
export interface FirstModels {
  models: ModelView[];
  total: number;
  live: number;
}

/** @returns null for a list that the page brings whole */
export const firstModelsOf = (models: ModelView[]): FirstModels | null =>
  models.length > FIRST_MODELS
    ? {
        models: models.slice(0, FIRST_MODELS),
        total: models.length,
        live: models.filter((model) => model.is_live).length,
      }
    : null;
