import type { PublicAffiliate } from 'contracts/affiliates';
import type { ModelView } from 'contracts/models';
import { getAffiliate } from 'contracts/operations/affiliates';
import { getModel, listModels } from 'contracts/operations/models';
import { isSlug, slugShape } from 'contracts/slugs';
import { asking } from 'service-kit/tracing';
import { ApiError, call } from 'web-kit/api';
import { firstModelsOf } from 'web-kit/first-models';
import type { InitialData } from 'web-kit/initial-data';
import { queryKeys } from 'web-kit/query';

/** Milliseconds that a page waits for its data; then it is rendered by the browser. */
const DATA_LIMIT = 2_000;

export type Subject =
  | { kind: 'home' }
  | { kind: 'model'; slug: string }
  | { kind: 'live'; slug: string }
  | { kind: 'partner'; slug: string }
  /** Depends on who looks: rendered by the browser alone. */
  | { kind: 'private' }
  | { kind: 'absent' };

const PRIVATE = /^\/(?:welcome|payment-status|success|reset-password|admin\/main)$/;

/** What a path (without its query) is about. */
export const subjectOf = (path: string): Subject => {
  if (path === '/') return { kind: 'home' };
  if (PRIVATE.test(path)) return { kind: 'private' };
  const [first = '', second, ...more] = path.slice(1).split('/');
  if (more.length > 0) return { kind: 'absent' };
  if (second === undefined) return isSlug(first) ? { kind: 'model', slug: first } : { kind: 'absent' };
  if (first === 'affiliate') return slugShape.safeParse(second).success ? { kind: 'private' } : { kind: 'absent' };
  if (first === 'partner') return slugShape.safeParse(second).success ? { kind: 'partner', slug: second } : { kind: 'absent' };
  return second === 'live' && isSlug(first) ? { kind: 'live', slug: first } : { kind: 'absent' };
};

export interface PageData {
  status: 200 | 404;
  /** What the page is rendered with. */
  queries: InitialData['queries'];
  /** What of it the browser is sent, where that is less. */
  sentQueries?: InitialData['queries'];
  models?: ModelView[];
  model?: ModelView | null;
  affiliate?: PublicAffiliate | null;
}

/** What the services say; null where they say that it does not exist. */
const orNull = async <Answer>(answer: Promise<Answer>): Promise<Answer | null> => {
  try {
    return await answer;
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
 * The public data of a page's first screen, asked of its services directly, as an anonymous visitor.
 * @throws ApiError when a service fails or takes too long
 */
export const createPageData = (services: Services) => {
  const of = <Answer>(service: keyof Services, ask: (from: { baseUrl: string; timeout: number; headers: { traceparent: string } }) => Promise<Answer>) =>
    asking(service, (traceparent) => ask({ baseUrl: services[service], timeout: DATA_LIMIT, headers: { traceparent } }));
  return async (subject: Subject): Promise<PageData> => {
    switch (subject.kind) {
      case 'home': {
        const models = await of('catalogue', (from) => call(listModels, from));
        const first = firstModelsOf(models);
        return {
          status: 200,
          models,
          queries: [{ key: queryKeys.models(), data: models }],
          ...(first ? { sentQueries: [{ key: queryKeys.firstModels(), data: first }] } : {}),
        };
      }
      case 'model':
      case 'live': {
        const model = await orNull(of('catalogue', (from) => call(getModel, { params: { slug: subject.slug }, ...from })));
        return { status: model ? 200 : 404, model, queries: [{ key: queryKeys.model(subject.slug), data: model }] };
      }
      case 'partner': {
        const answer = await orNull(of('affiliate', (from) => call(getAffiliate, { params: { slug: subject.slug }, ...from })));
        const affiliate = answer?.affiliate.is_active ? { name: answer.affiliate.name, slug: answer.affiliate.slug, is_active: true } : null;
        return { status: affiliate ? 200 : 404, affiliate, queries: [{ key: queryKeys.affiliate(subject.slug), data: affiliate }] };
      }
      case 'absent':
        return { status: 404, queries: [] };
      case 'private':
        return { status: 200, queries: [] };
    }
  };
};
