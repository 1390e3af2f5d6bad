import { cursorOfNext } from 'contracts/list-page';
import { modelView } from 'contracts/models';
import type { ModelView } from 'contracts/models';
import { AppError } from 'service-kit/errors';
import { currentContext } from 'service-kit/request-context';
import { traceCall } from 'service-kit/tracing';
import { z } from 'zod';

const TIMEOUT_MS = 3_000;

/**
 * Creates the client of the only call between services (docs/architecture.md#a-request): an affiliate's models, as the catalogue
 * shows them to the same caller.
 * @param url address of the catalogue
 */
export const createCatalogueClient = (url: string) => ({
  /** @throws AppError SERVICE_UNAVAILABLE when the catalogue does not respond in time, or its response is invalid */
  modelsOf: async (slug: string, authorization: string): Promise<ModelView[]> => {
    const context = currentContext();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const path = `/api/affiliates/${encodeURIComponent(slug)}/models`;
    const page = (cursor: string | null) =>
      traceCall('catalogue', (traceparent) =>
        fetch(`${url}${path}${cursor === null ? '' : `?${new URLSearchParams({ cursor }).toString()}`}`, {
          headers: { authorization, traceparent, ...(context ? { 'x-request-id': context.requestId } : {}) },
          redirect: 'error',
          signal,
        }),
      );
    try {
      const models: ModelView[] = [];
      let cursor: string | null = null;
      do {
        const response = await page(cursor);
        // The catalogue has not consumed the affiliate's event yet: it has no models.
        if (response.status === 404) return [];
        if (!response.ok) throw new Error(`catalogue responded ${response.status}`);
        models.push(...z.array(modelView).parse(await response.json()));
        cursor = cursorOfNext(response.headers.get('link'));
      } while (cursor !== null);
      return models;
    } catch (cause) {
      throw new AppError('SERVICE_UNAVAILABLE', { cause, retryAfterSeconds: 2 });
    }
  },
});
export type CatalogueClient = ReturnType<typeof createCatalogueClient>;
