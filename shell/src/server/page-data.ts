import type { PublicAffiliate } from 'contracts/affiliates';
import type { ModelView } from 'contracts/models';
import { getAffiliate } from 'contracts/operations/affiliates';
import { getModel, listModels } from 'contracts/operations/models';
import { matchNotFound, matchPage } from 'contracts/page-match';
import type { NotFoundDocument } from 'contracts/pages';
import { asking } from 'service-kit/tracing';
import { ApiError, call } from 'web-kit/api';
import { firstModelsOf } from 'web-kit/first-models';
import type { InitialData } from 'web-kit/initial-data';
import { paths } from 'web-kit/paths';
import { queryKeys } from 'web-kit/query';

/** Milliseconds that a page waits for its data; then it is rendered by the browser. */
const DATA_LIMIT = 2_000;

/** What a page is about. */
export type Subject =
  | { kind: 'home' }
  | { kind: 'model'; slug: string }
  | { kind: 'live'; slug: string }
  | { kind: 'partner'; slug: string }
  /** Depends on the person: rendered by the browser alone. */
  | { kind: 'private' }
  | { kind: 'absent'; document: NotFoundDocument };

/** What a canonical path (without its query) is about. */
export const subjectOf = (path: string): Subject => {
  const document = matchNotFound(path);
  if (document) return { kind: 'absent', document };
  const match = matchPage(path);
  if (!match) return { kind: 'absent', document: 'page' };
  const { name, slug } = match;
  if (name === 'partnerWithoutSlug') return { kind: 'absent', document: name };
  if (name === 'home') return { kind: 'home' };
  return name === 'model' || name === 'live' || name === 'partner' ? { kind: name, slug } : { kind: 'private' };
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
    switch (subject.kind) {
      case 'home': {
        const models = await of('catalogue', (from) => call(listModels, from));
        const first = firstModelsOf(models);
        return {
          models,
          queries: [{ key: queryKeys.models(), data: models }],
          ...(first ? { sentQueries: [{ key: queryKeys.firstModels(), data: first }] } : {}),
        };
      }
      case 'model':
      case 'live': {
        // The redirect of a former slug has been followed here.
        const model = await orNull(
          of('catalogue', (from) => call(getModel, { params: { slug: subject.slug }, ...from })),
        );
        if (!model) return subject.kind;
        if (model.slug !== subject.slug) return { movedTo: paths[subject.kind](model.slug) };
        return { model, queries: [{ key: queryKeys.model(subject.slug), data: model }] };
      }
      case 'partner': {
        const response = await orNull(
          of('affiliate', (from) => call(getAffiliate, { params: { slug: subject.slug }, ...from })),
        );
        if (!response?.affiliate.is_active) return 'partner';
        const affiliate = { name: response.affiliate.name, slug: response.affiliate.slug, is_active: true };
        return { affiliate, queries: [{ key: queryKeys.affiliate(subject.slug), data: affiliate }] };
      }
      case 'absent':
        return subject.document;
      case 'private':
        return { queries: [] };
    }
  };
};
