import type { RequestHandler } from 'express';
import { NO_AFFILIATE } from 'contracts/models';
import {
  createAffiliateModel,
  createModel,
  deleteAffiliateModel,
  deleteModel,
  featureModel,
  getModel,
  getModelVersion,
  listAffiliateModels,
  listModels,
  placeModel,
  resetLiveOverride,
  restoreModelVersion,
  updateAffiliateModel,
  updateModel,
} from 'contracts/operations/models';
import { listSitemapSlugs } from 'contracts/operations/sitemap';
import { AppError } from 'service-kit/errors';
import { MovedPermanently } from 'service-kit/mount-operation';
import type { Mount } from 'service-kit/mount-operation';
import type { Viewer } from 'service-kit/viewer';
import type { AffiliateAccess } from './affiliate-access.ts';
import { sendPage, sendRead, setReadCaching } from './read-response.ts';
import type { ModelReader } from './model-reader.ts';
import type { ModelService } from './model.service.ts';

interface Dependencies {
  service: ModelService;
  reader: ModelReader;
  access: AffiliateAccess;
}
const done = { ok: true } as const;

export const modelRoutes = (mount: Mount, { service, reader, access }: Dependencies): void => {
  /** Rejects the path of another affiliate before the body is read. */
  const ownPath: RequestHandler = async (request, response, next) => {
    await access.acting(response.locals.viewer as Viewer, String(request.params.slug));
    next();
  };

  mount(listModels, async ({ query }, context) => {
    const { viewer } = context;
    const isOfPanel = query.affiliate !== undefined || query.filter === 'manual' || query.state !== undefined;
    if (isOfPanel && viewer.role !== 'administrator') throw new AppError('FORBIDDEN');
    const affiliateId =
      query.affiliate === NO_AFFILIATE ? null : query.affiliate && (await access.listed(viewer, query.affiliate));
    return sendPage(await reader.page(viewer, query, affiliateId), { path: listModels.path, query, context });
  });
  mount(listSitemapSlugs, async ({ params }) => reader.sitemapSlugs(params.part));
  mount(getModel, async ({ params, query }, context) => {
    const result = await reader.bySlug(context.viewer, params.slug, { asVisitor: query.view === 'visitor' });
    if ('model' in result) return sendRead(result.model, result.model.live_changes_at ?? null, context);
    setReadCaching(context);
    return new MovedPermanently(`/api/models/${result.movedTo}`);
  });

  mount(createModel, async ({ body }, { viewer, requireRecentLoginFor }) =>
    reader.written(viewer, await service.create(body, requireRecentLoginFor)),
  );
  mount(updateModel, async ({ params, body }, { viewer, request, requireRecentLoginFor }) =>
    reader.written(
      viewer,
      await service.change(params.id, body, { ifMatch: request.get('if-match'), requireRecentLoginFor }),
    ),
  );
  mount(deleteModel, async ({ params }) => {
    await service.remove(params.id, null);
    return done;
  });
  mount(placeModel, async ({ params, body }, { viewer }) =>
    reader.written(viewer, await service.place(params.id, body)),
  );
  mount(featureModel, async ({ params, body }, { viewer }) =>
    reader.written(viewer, await service.feature(params.id, body.is_featured)),
  );
  mount(resetLiveOverride, async ({ params }, { viewer }) =>
    reader.written(viewer, await service.resetLiveOverride(params.id, await access.ownerOf(viewer))),
  );

  mount(getModelVersion, async ({ params }, { viewer }) =>
    service.version(params.id, params.edition, await access.ownerOf(viewer)),
  );
  mount(restoreModelVersion, async ({ params }, { viewer, request, requireRecentLoginFor }) =>
    reader.written(
      viewer,
      await service.restore(params.id, params.edition, {
        ownerId: await access.ownerOf(viewer),
        ifMatch: request.get('if-match'),
        requireRecentLoginFor,
      }),
    ),
  );

  mount(listAffiliateModels, async ({ params, query }, context) => {
    const affiliateId = await access.listed(context.viewer, params.slug);
    const path = listAffiliateModels.path.replace(':slug', params.slug);
    return sendPage(await reader.page(context.viewer, query, affiliateId), { path, query, context });
  });
  mount(
    createAffiliateModel,
    async ({ params, body }, { viewer, request }) =>
      reader.written(viewer, await service.createFor(await access.acting(viewer, params.slug), body, request.body)),
    ownPath,
  );
  mount(
    updateAffiliateModel,
    async ({ params, body }, { viewer, request }) => {
      const affiliate = await access.acting(viewer, params.slug);
      return reader.written(
        viewer,
        await service.changeFor(affiliate, params.id, body, {
          sent: request.body as unknown,
          ifMatch: request.get('if-match'),
        }),
      );
    },
    ownPath,
  );
  mount(
    deleteAffiliateModel,
    async ({ params }, { viewer }) => {
      await service.remove(params.id, (await access.acting(viewer, params.slug)).id);
      return done;
    },
    ownPath,
  );
};
