import type { ModelPlace, ModelView } from 'contracts/models';
import { moved } from '../media-list/index.tsx';

const isFeatured = (model: ModelView | undefined): boolean => model?.is_featured === true;

/**
 * A move within a list in the order of the wall, which stays in its part: featured models, or the others.
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
  const order = moved(models, from, to);
  const [above, below] = [to > first ? order[to - 1] : undefined, order[to + 1]];
  if (above) return { models: order, to, place: { side: 'after', neighbour: above.id } };
  return below ? { models: order, to, place: { side: 'before', neighbour: below.id } } : null;
};
