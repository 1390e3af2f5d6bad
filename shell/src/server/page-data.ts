import type { PublicAffiliate } from 'contracts/affiliates';
import type { ModelView } from 'contracts/models';
import { getAffiliate } from 'contracts/operations/affiliates';
import { getModel, listModels } from 'contracts/operations/models';
import { matchNotFound, matchPage } from 'contracts/page-match';
import { notFoundDocumentOf, pageOf, pagePath } from 'contracts/pages';
import type { NotFoundDocument, PageName } from 'contracts/pages';
import { asking } from 'service-kit/tracing';
import { ApiError, call } from 'web-kit/api';
import { firstModelsOf } from 'web-kit/first-models';
import type { InitialData } from 'web-kit/initial-data';
import { queryKeys } from 'web-kit/query';

/** Milliseconds that a page waits for its data; then it is rendered by the browser. */
const DATA_LIMIT = 2_000;

/** What a page is about. */
export type Subject =
  | { kind: 'page'; page: PageName; slug: string }
  /** The shared document of a page that does not exist. */
  | { kind: 'absent'; document: NotFoundDocument };

/** What a canonical path (without its query) is about. */
export const subjectOf = (path: string): Subject => {
  const document = matchNotFound(path);
  if (document) return { kind: 'absent', document };
  const match = matchPage(path);
  if (!match) return { kind: 'absent', document: 'page' };
  const { name, slug } = match;
  return name === 'partnerWithoutSlug' ? { kind: 'absent', document: name } : { kind: 'page', page: name, slug };
};

export interface PageData {
  /** What the page is rendered with. */
  queries: InitialData['queries'];
  /** What of it the browser is sent, where that is less. */
  sentQueries?: InitialData['queries'];
  models?: ModelView[];
  model?: ModelView;
  affiliate?: PublicAffiliate;
}

/** Where the page is now: its slug was a former one. */
export interface Moved {
  /** Canonical path, without a query. */
  movedTo: string;
}

/** Service responses; null for a 404. */
const orNull = async <Data>(response: Promise<Data>): Promise<Data | null> => {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

interface Services {
  catalogue: string;
  affiliate: string;
}

/**
 * The public data of a page's first screen, fetched from its services directly, as an anonymous visitor.
 * @returns a function that resolves with the shared document to show where there is no such page, and with the path of the page
 *   that has replaced it; throws ApiError when a service fails or takes too long
 */
export const createPageData = (services: Services) => {
  const of = <Data>(
    service: keyof Services,
    request: (from: { baseUrl: string; timeout: number; headers: { traceparent: string } }) => Promise<Data>,
  ) =>
    asking(service, (traceparent) =>
      request({ baseUrl: services[service], timeout: DATA_LIMIT, headers: { traceparent } }),
    );
  return async (subject: Subject): Promise<PageData | NotFoundDocument | Moved> => {
    if (subject.kind === 'absent') return subject.document;
    const { page, slug } = subject;
    switch (pageOf(page).server?.data) {
      case 'models': {
        const models = await of('catalogue', (from) => call(listModels, from));
        const first = firstModelsOf(models);
        return {
          models,
          queries: [{ key: queryKeys.models(), data: models }],
          ...(first ? { sentQueries: [{ key: queryKeys.firstModels(), data: first }] } : {}),
        };
      }
      case 'model': {
        // The redirect of a former slug has been followed here.
        const model = await orNull(of('catalogue', (from) => call(getModel, { params: { slug }, ...from })));
        if (!model) return notFoundDocumentOf(page);
        if (model.slug !== slug) return { movedTo: pagePath(page, model.slug) };
        return { model, queries: [{ key: queryKeys.model(slug), data: model }] };
      }
      case 'affiliate': {
        const response = await orNull(of('affiliate', (from) => call(getAffiliate, { params: { slug }, ...from })));
        if (!response?.affiliate.is_active) return notFoundDocumentOf(page);
        const affiliate = { name: response.affiliate.name, slug: response.affiliate.slug, is_active: true };
        return { affiliate, queries: [{ key: queryKeys.affiliate(slug), data: affiliate }] };
      }
      case undefined:
        return { queries: [] };
    }
  };
};
