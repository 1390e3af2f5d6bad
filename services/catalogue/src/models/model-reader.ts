import { MODEL_PAGE_MAX } from 'contracts/limits';
import type { ModelListQuery, ModelView } from 'contracts/models';
import { SITEMAP_PART_MODELS } from 'contracts/operations/sitemap';
import { wordsOf } from 'contracts/search';
import { createCursors } from 'service-kit/cursor';
import { AppError } from 'service-kit/errors';
import { nextChangeOfAny } from 'service-kit/live-window';
import type { UrlSecrets } from 'service-kit/signed-urls';
import type { Viewer } from 'service-kit/viewer';
import type { AssetProjection } from '../projections/asset.projection.ts';
import { isByClock, listingOf, position } from './model-listing.ts';
import { assetIdOfPicture, isHidden, liveRule, PICTURES } from './model-record.ts';
import type { ModelRecord, ModelSummary } from './model-record.ts';
import { modelSummaryView, modelView } from './model-view.ts';
import type { Written } from './model-writer.ts';
import type { ModelRepository } from './model.repository.ts';
import type { ViewerRights } from './viewer-rights.ts';

interface Dependencies {
  models: ModelRepository;
  assets: AssetProjection;
  rights: ViewerRights;
  /** Secrets that sign the cursors of lists. */
  mediaUrlSecrets: UrlSecrets;
  clock: () => number;
}

/** Page of a list of models. */
export interface ModelPage {
  models: ModelView[];
  /** Number of models in the whole list. */
  total: number;
  /** Cursor of the following page; null on the last page. */
  next: string | null;
  /** Whether a change can add a model to the list or move it within. */
  isRanked: boolean;
  /** Time (milliseconds) of the page's next scheduled change; null when there is none. */
  changesAt: number | null;
}

/** Reads models as each viewer may see them. */
export const createModelReader = ({ models, assets, rights, mediaUrlSecrets, clock }: Dependencies) => {
  const cursors = createCursors({ position, secrets: mediaUrlSecrets, purpose: 'models' });
  const summaries = async (viewer: Viewer, found: readonly ModelSummary[]): Promise<ModelView[]> => {
    const pictureIds = found.flatMap((model) => PICTURES.flatMap((picture) => assetIdOfPicture(model, picture) ?? []));
    const [assetsById, rightsOver] = await Promise.all([assets.byIds(pictureIds), rights.over(viewer, found)]);
    return found.map((model) => modelSummaryView(model, assetsById, rightsOver(model), clock()));
  };
  const written = async (viewer: Viewer, { model, assets: assetsById }: Written): Promise<ModelView> =>
    modelView(model, assetsById, (await rights.over(viewer, [model]))(model), clock());
  /** Returns the visitor's view of a model, with addresses that only work for this viewer. */
  const preview = async (viewer: Viewer, { model, assets: assetsById }: Written): Promise<ModelView> => {
    const { sign } = (await rights.over(viewer, [model]))(model);
    return modelView(model, assetsById, { sign, isPrivileged: false, isEntitled: false, affiliateSlug: null }, clock());
  };
  /** Whether the viewer may know that the model exists (docs/domain.md#publication). */
  const isShownTo = async (viewer: Viewer, model: Pick<ModelRecord, 'affiliateId' | 'state'>): Promise<boolean> =>
    !isHidden(model) || (await rights.over(viewer, [model]))(model).isPrivileged;
  return {
    /**
     * Returns a page of all models, or of one affiliate's (null: without an affiliate), which the caller may see completely.
     * @throws AppError VALIDATION_FAILED for a cursor that was not issued for this list
     */
    page: async (viewer: Viewer, query: ModelListQuery, affiliateId?: string | null): Promise<ModelPage> => {
      const { limit = MODEL_PAGE_MAX, cursor, q = '', filter } = query;
      const now = clock();
      const rules = isByClock(query) ? await models.liveRules() : null;
      const listing = listingOf(
        query,
        { affiliateId, withHidden: viewer.role === 'administrator' || affiliateId !== undefined },
        now,
        rules ?? [],
      );
      const list = JSON.stringify([limit, wordsOf(q), filter, listing.sort, affiliateId, query.state]);
      const [found, total] = await Promise.all([
        models.page(listing, limit, cursor === undefined ? null : cursors.read(list, cursor)),
        models.count(listing),
      ]);
      return {
        models: await summaries(viewer, found.models),
        total,
        next: found.next && cursors.write(list, found.next),
        isRanked: listing.filter.length > 0 || listing.sort !== 'oldest',
        changesAt: nextChangeOfAny(rules ?? found.models.map(liveRule), now),
      };
    },
    /** @param part from 1 */
    sitemapSlugs: async (part: number): Promise<{ slugs: string[]; parts: number }> => {
      const total = await models.count({ filter: [], withHidden: false });
      const parts = total <= SITEMAP_PART_MODELS.most ? 1 : Math.ceil(total / SITEMAP_PART_MODELS.average);
      return { slugs: part <= parts ? await models.slugs(part, parts) : [], parts };
    },
    /**
     * Returns the model with this slug, as the viewer or (`asVisitor`) a visitor may see it, or the current slug of the model that
     * had it. Models hidden from the viewer count as missing.
     * @throws AppError MODEL_NOT_FOUND
     */
    bySlug: async (
      viewer: Viewer,
      slug: string,
      { asVisitor = false }: { asVisitor?: boolean } = {},
    ): Promise<{ model: ModelView } | { movedTo: string }> => {
      const model = await models.bySlug(slug);
      const currentModel = model ?? (await models.ofFormerSlug(slug));
      if (!currentModel || !(await isShownTo(viewer, currentModel))) throw new AppError('MODEL_NOT_FOUND');
      if (!model) return { movedTo: currentModel.slug };
      const assetsById = await assets.byIds(model.assetIds);
      return { model: await (asVisitor ? preview : written)(viewer, { model, assets: assetsById }) };
    },
    /** Returns those of these models that are published, in this order, with empty media lists. */
    publishedByIds: async (viewer: Viewer, ids: readonly string[]): Promise<ModelView[]> =>
      summaries(
        viewer,
        (await models.byIds(ids)).filter((model) => !isHidden(model)),
      ),
    /** Builds the response to a save. */
    written,
  };
};
export type ModelReader = ReturnType<typeof createModelReader>;
