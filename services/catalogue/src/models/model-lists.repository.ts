import type { Model } from 'mongoose';
import type { LiveRule } from 'service-kit/live-window';
import { HIDDEN, nextPosition, ORDERS, PUBLISHED, startOf } from './model-listing.ts';
import type { ModelListing, Position } from './model-listing.ts';
import type { ModelSummary } from './model-record.ts';
import type { ModelDocument } from './model.schema.ts';
import { SUMMARY, toSummary } from './stored-model.ts';
import type { Found, SortFields } from './stored-model.ts';

/** Returns the id below which a share of all ids lies; ids are random UUIDs. @param share from 0 to 1 */
const firstIdOf = (share: number): string =>
  Math.floor(share * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
const idRange = (part: number, parts: number) => ({
  $gte: firstIdOf((part - 1) / parts),
  ...(part < parts && { $lt: firstIdOf(part / parts) }),
});

/** Reads models for lists: pages, counts, and the data of all models that the sitemap and the clock need. */
export const createModelLists = (models: Model<ModelDocument>) => ({
  /**
   * Returns one page of a list, without the media lists of its models; `next`: start of the following page, null on the last one.
   */
  page: async (
    { filter, withHidden, sort, parts }: ModelListing,
    limit: number,
    after: Position | null,
  ): Promise<{ models: ModelSummary[]; next: Position | null }> => {
    const { field, direction } = ORDERS[sort];
    const found: { part: number; model: Found<ModelSummary> & SortFields }[] = [];
    for (const [part, conditions] of parts.entries()) {
      const start = startOf(sort, part, after);
      if (start === null || found.length > limit) continue;
      const inPart = await models
        .find(
          { $and: [{ deletedAt: null }, ...(withHidden ? [] : [PUBLISHED]), ...filter, ...conditions, ...start] },
          SUMMARY,
        )
        .sort({ [field]: direction, _id: direction })
        .limit(limit + 1 - found.length)
        .lean<(Found<ModelSummary> & SortFields)[]>();
      found.push(...inPart.map((model) => ({ part, model })));
    }
    const pageModels = found.slice(0, limit);
    const last = found.length > limit ? pageModels.at(-1) : undefined;
    return {
      models: pageModels.map(({ model: { foldedName: _folded, placeOrder: _place, ...model } }) => toSummary(model)),
      next: last ? nextPosition(sort, last.part, last.model) : null,
    };
  },
  /** Returns the distinct live rules of the stored models. */
  liveRules: async (): Promise<LiveRule[]> =>
    (await models.distinct('liveRule')).filter((rule: LiveRule | null) => rule !== null),
  /** Counts the models of a list. For all models it uses the collection's own count, minus the few hidden ones. */
  count: async ({ filter, withHidden }: Pick<ModelListing, 'filter' | 'withHidden'>): Promise<number> => {
    if (filter.length > 0)
      return models.countDocuments({ $and: [{ deletedAt: null }, ...(withHidden ? [] : [PUBLISHED]), ...filter] });
    const [all, tombstones, hidden] = await Promise.all([
      models.estimatedDocumentCount(),
      models.countDocuments({ deletedAt: { $type: 'date' } }),
      withHidden ? 0 : models.countDocuments({ $and: [{ deletedAt: null }, HIDDEN] }),
    ]);
    return all - tombstones - hidden;
  },
  /**
   * Returns the slugs of one of several parts of the published models; each part is a range of ids, which are random.
   * @param part from 1
   */
  slugs: async (part: number, parts: number): Promise<string[]> => {
    const documents = await models
      .find({ _id: idRange(part, parts), deletedAt: null, ...PUBLISHED }, { slug: 1 })
      .sort({ _id: 1 })
      .lean<Pick<ModelDocument, 'slug'>[]>();
    return documents.map(({ slug }) => slug);
  },
});
