import { modelView } from 'contracts/models';
import type { ModelView } from 'contracts/models';
import { AppError } from 'service-kit/errors';
import { currentContext } from 'service-kit/request-context';
import { asking } from 'service-kit/tracing';
import { z } from 'zod';

/** Milliseconds. */
const TIMEOUT = 3_000;

/**
 * The one call between services (design, section 2): an affiliate's models, as catalogue shows them to the same caller.
 * @param url catalogue's address
 */
export const createCatalogue = (url: string) => ({
  /** @throws AppError SERVICE_UNAVAILABLE when catalogue does not answer in time, or not with models */
  modelsOf: async (slug: string, authorization: string): Promise<ModelView[]> => {
    const context = currentContext();
    try {
      const response = await asking('catalogue', (traceparent) =>
        fetch(`${url}/api/affiliates/${encodeURIComponent(slug)}/models`, {
          headers: { authorization, traceparent, ...(context ? { 'x-request-id': context.requestId } : {}) },
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT),
        }),
      );
      // An affiliate of which catalogue has not heard yet has no models.
      if (response.status === 404) return [];
      if (!response.ok) throw new Error(`catalogue answered ${response.status}`);
      return z.array(modelView).parse(await response.json());
    } catch (cause) {
      throw new AppError('SERVICE_UNAVAILABLE', { cause, retryAfter: 2 });
    }
  },
});
export type Catalogue = ReturnType<typeof createCatalogue>;
