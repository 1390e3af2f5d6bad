import type { ModelPlace, ModelView } from 'contracts/models';
import { moveItem } from '../move-item.ts';

export const isFeatured = (model: ModelView | undefined): boolean => model?.is_featured === true;

/**
 * Computes a move in the order of the wall. A model stays in its part: featured models, or the others.
 * @returns null where nothing moves
 */
export const moveOf = (
  models: readonly ModelView[],
  from: number,
  wanted: number,
): { models: ModelView[]; to: number; place: ModelPlace } | null => {
  const featured = models.filter(isFeatured).length;
  const [first, last] = isFeatured(models[from]) ? [0, featured - 1] : [featured, models.length - 1];
  const to = Math.min(Math.max(wanted, first), last);
  if (to === from) return null;
  const order = moveItem(models, from, to);
  const [above, below] = [to > first ? order[to - 1] : undefined, order[to + 1]];
  if (above) return { models: order, to, place: { side: 'after', neighbour: above.id } };
  return below ? { models: order, to, place: { side: 'before', neighbour: below.id } } : null;
};

/** Returns the place of a model relative to a neighbour in its part (featured or not); null where it is the only one. */
export const placeOf = (models: readonly ModelView[], index: number): ModelPlace | null => {
  const ofPart = (model: ModelView | undefined) =>
    model && isFeatured(model) === isFeatured(models[index]) ? model : null;
  const [above, below] = [ofPart(models[index - 1]), ofPart(models[index + 1])];
  if (above) return { side: 'after', neighbour: above.id };
  return below && { side: 'before', neighbour: below.id };
};

/** Returns the list with a model moved to a place; unchanged where the neighbour is missing. */
export const placeModel = (models: readonly ModelView[], id: string, { side, neighbour }: ModelPlace): ModelView[] => {
  const rest = models.filter((model) => model.id !== id);
  const model = models.find((one) => one.id === id);
  const at = rest.findIndex((one) => one.id === neighbour);
  if (!model || at < 0) return [...models];
  const to = side === 'after' ? at + 1 : at;
  return [...rest.slice(0, to), model, ...rest.slice(to)];
};
