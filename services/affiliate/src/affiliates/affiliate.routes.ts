import { ADMINISTRATOR_AFFILIATE_FIELDS, REQUIRED_AFFILIATE_FIELDS } from 'contracts/affiliate-fields';
import {
  createAffiliate,
  deleteAffiliate,
  getAffiliate,
  getAffiliateConfig,
  listAffiliates,
  updateAffiliate,
  updateOwnAffiliate,
} from 'contracts/operations/affiliates';
import type { RequestHandler } from 'express';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/mount-operation';
import type { Viewer } from 'service-kit/viewer';
import { isItself } from './affiliate-access.ts';
import type { AffiliateRepository } from './affiliate.repository.ts';
import type { AffiliateService } from './affiliate.service.ts';
import { administratorView, ownView, publicView } from './affiliate-views.ts';
import type { CatalogueClient } from './catalogue-client.ts';

/** Excludes the password: in a change, an empty one leaves it unchanged. */
const REQUIRED_WHEN_SENT = REQUIRED_AFFILIATE_FIELDS.filter((field) => field !== 'custom_password');

const bodyOf = (body: unknown) => (typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {});
const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const requireFields: RequestHandler = (request, _response, next) => {
  const body = bodyOf(request.body);
  next(
    REQUIRED_AFFILIATE_FIELDS.some((field) => isBlank(body[field]))
      ? new AppError('AFFILIATE_FIELDS_REQUIRED')
      : undefined,
  );
};
const requireFieldsSent: RequestHandler = (request, _response, next) => {
  const body = bodyOf(request.body);
  next(
    REQUIRED_WHEN_SENT.some((field) => field in body && isBlank(body[field]))
      ? new AppError('AFFILIATE_FIELDS_REQUIRED')
      : undefined,
  );
};
/** Rejects fields that the caller may not write, before the schema would strip them silently. */
const rejectOthersFields: RequestHandler = (request, response, next) => {
  const body = bodyOf(request.body);
  const { role } = response.locals.viewer as Viewer;
  next(
    role !== 'administrator' && ADMINISTRATOR_AFFILIATE_FIELDS.some((field) => field in body)
      ? new AppError('FIELD_FORBIDDEN')
      : undefined,
  );
};

interface Dependencies {
  affiliateService: AffiliateService;
  affiliates: AffiliateRepository;
  catalogue: CatalogueClient;
}

export const affiliateRoutes = (mount: Mount, { affiliateService, affiliates, catalogue }: Dependencies): void => {
  mount(listAffiliates, async () => (await affiliates.all()).map(administratorView));
  mount(createAffiliate, async ({ body }) => administratorView(await affiliateService.create(body)), requireFields);
  mount(
    updateAffiliate,
    async ({ params, body }, { requireRecentLoginFor }) =>
      administratorView(await affiliateService.update(params.id, body, requireRecentLoginFor)),
    requireFieldsSent,
  );
  mount(deleteAffiliate, async ({ params }) => {
    await affiliateService.remove(params.id);
    return { ok: true as const };
  });
  mount(getAffiliateConfig, async ({ params }) => {
    const { is_active, adexico_base_url, adexico_source_id } = await affiliateService.bySlug(params.slug);
    // Visits of an inactive affiliate are not credited, and its settings redirect no visitor.
    if (!is_active) throw new AppError('AFFILIATE_NOT_FOUND');
    return { baseUrl: adexico_base_url, sourceId: adexico_source_id };
  });
  mount(getAffiliate, async ({ params }, { viewer, request }) => {
    const affiliate = await affiliateService.bySlug(params.slug);
    const itself = isItself(viewer, affiliate);
    if (!itself && viewer.role !== 'administrator') return { affiliate: publicView(affiliate), models: [] };
    if (itself && affiliate.is_suspended) throw new AppError('AFFILIATE_SUSPENDED');
    const models = await catalogue.modelsOf(affiliate.slug, request.get('authorization') ?? '');
    return { affiliate: itself ? ownView(affiliate) : administratorView(affiliate), models };
  });
  mount(
    updateOwnAffiliate,
    async ({ params, body }, { viewer, requireRecentLoginFor }) => {
      if (viewer.role === 'administrator')
        return administratorView(
          await affiliateService.update((await affiliateService.bySlug(params.slug)).id, body, requireRecentLoginFor),
        );
      if (viewer.role !== 'affiliate' || viewer.slug !== params.slug) throw new AppError('FORBIDDEN');
      const affiliate = await affiliateService.bySlug(params.slug);
      if (!isItself(viewer, affiliate)) throw new AppError('FORBIDDEN');
      return ownView(await affiliateService.updateOwn(affiliate.id, body));
    },
    rejectOthersFields,
  );
};
