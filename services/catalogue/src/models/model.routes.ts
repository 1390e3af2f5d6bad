import type { RequestHandler } from 'express';
import {
  createAffiliateModel,
  createModel,
  deleteAffiliateModel,
  deleteModel,
  getModel,
  listAffiliateModels,
  listModels,
  resetLiveOverride,
  updateAffiliateModel,
  updateModel,
} from 'contracts/operations/models';
import { MovedPermanently } from 'service-kit/http';
import type { Mount } from 'service-kit/http';
import type { Viewer } from 'service-kit/viewer';
import type { AffiliateAccess } from './affiliate-access.ts';
import { sendRead, setReadCaching } from './cached-answer.ts';
import type { ModelReader } from './model-reader.ts';
import type { ModelService } from './model.service.ts';

interface Dependencies {
  service: ModelService;
  reader: ModelReader;
  access: AffiliateAccess;
}
const done = { ok: true } as const;

export const modelRoutes = (mount: Mount, { service, reader, access }: Dependencies): void => {
  /** Another's path is refused before its body is looked at. */
  const ownPath: RequestHandler = async (request, response, next) => {
    await access.acting(response.locals.viewer as Viewer, String(request.params.slug));
    next();
  };

  mount(listModels, async (_input, context) => sendRead(await reader.list(context.viewer), context));
  mount(getModel, async ({ params }, context) => {
    const found = await reader.bySlug(context.viewer, params.slug);
    if ('model' in found) return sendRead(found.model, context);
    setReadCaching(context);
    return new MovedPermanently(`/api/models/${found.movedTo}`);
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
  mount(resetLiveOverride, async ({ params }, { viewer }) =>
    reader.written(viewer, await service.resetLiveOverride(params.id, await access.ownerOf(viewer))),
  );

  mount(listAffiliateModels, async ({ params }, context) =>
    sendRead(await reader.listOf(context.viewer, await access.listed(context.viewer, params.slug)), context),
  );
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
