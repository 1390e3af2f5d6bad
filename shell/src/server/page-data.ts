import type { PublicAffiliate } from 'contracts/affiliates';
import type { ModelView } from 'contracts/models';
import { getAffiliate } from 'contracts/operations/affiliates';
import { getModel, listModels } from 'contracts/operations/models';
import { listSitemapSlugs } from 'contracts/operations/sitemap';
import type { OperatorFacts } from 'contracts/operator';
import { matchNotFound, matchPage } from 'contracts/page-match';
import { notFoundDocumentOf, pageOf, pagePath } from 'contracts/pages';
import type { NotFoundDocument, PageName } from 'contracts/pages';
import { CHANGES_AT_HEADER, SURROGATE_KEY_HEADER } from 'service-kit/surrogate-keys';
import { traceCall } from 'service-kit/tracing';
import { ApiError, call, callPage } from 'web-kit/api';
import { firstModelsOf, liveFirst } from 'web-kit/first-models';
import type { InitialData } from 'web-kit/initial-data';
import { queryKeys } from 'web-kit/query';

/** Time that a page waits for its data; after it, the browser renders the page. */
const DATA_TIMEOUT_MS = 2_000;

/** Subject of a page. */
export type Subject =
  | { kind: 'page'; page: PageName; slug: string }
  /** The shared document of a page that does not exist. */
  | { kind: 'absent'; document: NotFoundDocument };

/** Returns the subject of a canonical path (without its query). */
export const subjectOf = (path: string): Subject => {
  const document = matchNotFound(path);
  if (document) return { kind: 'absent', document };
  const match = matchPage(path);
  if (!match) return { kind: 'absent', document: 'page' };
  const { name, slug } = match;
  return name === 'partnerWithoutSlug' ? { kind: 'absent', document: name } : { kind: 'page', page: name, slug };
};

export interface PageData {
  /** Data that the page is rendered with. */
  queries: InitialData['queries'];
  /** Part of the queries that is sent to the browser, where it needs less. */
  sentQueries?: InitialData['queries'];
  models?: ModelView[];
  /** Surrogate keys of the models in the page's lists, for the gateway's cache. */
  surrogateKeys?: string | null;
  /** Instant (ISO 8601) of the next change by a schedule, also for the gateway's cache; absent or null: never. */
  changesAt?: string | null | undefined;
  model?: ModelView;
  affiliate?: PublicAffiliate;
}

/** Present path of a page requested by a former slug. */
export interface Moved {
  /** Canonical path, without a query. */
  movedTo: string;
}

/** Returns a service's response; null for a 404. */
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
 * Fetches the public data of a page's first screen from the services directly, as an anonymous visitor.
 * @returns `page` resolves with the data, with the shared document for a missing page, or with the path that has replaced it; each
 * function throws ApiError when a service fails or takes too long
 */
export const createPageData = (services: Services, operator: OperatorFacts) => {
  const of = <Data>(
    service: keyof Services,
    request: (from: { baseUrl: string; timeoutMs: number; headers: { traceparent: string } }) => Promise<Data>,
  ) =>
    traceCall(service, (traceparent) =>
      request({ baseUrl: services[service], timeoutMs: DATA_TIMEOUT_MS, headers: { traceparent } }),
    );
  const page = async (subject: Subject): Promise<PageData | NotFoundDocument | Moved> => {
    if (subject.kind === 'absent') return subject.document;
    const { page, slug } = subject;
    switch (pageOf(page).server?.data) {
      case 'models': {
        const { headers, items, ...counts } = await of('catalogue', (from) =>
          callPage(listModels, { query: { sort: 'wall' }, ...from }),
        );
        const list = { ...counts, items: liveFirst(items) };
        const live =
          list.next === null
            ? list.items.filter(({ is_live }) => is_live).length
            : (
                await of('catalogue', (from) =>
                  callPage(listModels, { query: { filter: 'live', limit: '1' }, ...from }),
                )
              ).total;
        const first = firstModelsOf(list, live);
        const sentQueries = first ? [{ key: queryKeys.firstModels(), data: first }] : [];
        return {
          models: list.items,
          surrogateKeys: headers.get(SURROGATE_KEY_HEADER),
          changesAt: headers.get(CHANGES_AT_HEADER),
          // The browser renders the same from the first models alone.
          queries: [{ key: queryKeys.models(), data: list }, ...sentQueries],
          ...(first ? { sentQueries: sentQueries } : {}),
        };
      }
      case 'model': {
        // `call` has followed the redirect of a former slug.
        const model = await orNull(of('catalogue', (from) => call(getModel, { params: { slug }, ...from })));
        if (!model) return notFoundDocumentOf(page);
        if (model.slug !== slug) return { movedTo: pagePath(page, model.slug) };
        return { model, changesAt: model.live_changes_at, queries: [{ key: queryKeys.model(slug), data: model }] };
      }
      case 'affiliate': {
        const response = await orNull(of('affiliate', (from) => call(getAffiliate, { params: { slug }, ...from })));
        if (!response?.affiliate.is_active) return notFoundDocumentOf(page);
        const affiliate = { name: response.affiliate.name, slug: response.affiliate.slug, is_active: true };
        return { affiliate, queries: [{ key: queryKeys.affiliate(slug), data: affiliate }] };
      }
      case 'operator':
        return { queries: [{ key: queryKeys.operator(), data: operator }] };
      case undefined:
        return { queries: [] };
    }
  };
  return {
    page,
    /** Fetches the slugs of one part of the sitemap, counted from 1, and the number of parts. */
    sitemapPart: (part: number) =>
      of('catalogue', (from) => call(listSitemapSlugs, { params: { part: String(part) }, ...from })),
  };
};
