import { liveCalendarPath } from 'contracts/pages';
import { isSlug } from 'contracts/slugs';
import type { Express, Response } from 'express';
import type { Logger } from 'service-kit/logger';
import { LIST_KEYS, SURROGATE_KEY_HEADER } from 'service-kit/surrogate-keys';
import { CACHED_BY_GATEWAY } from './page-responses.ts';
import type { createPages } from './pages.ts';

const sendUnavailable = (response: Response, text: string): void => {
  response.status(503).set({ 'cache-control': 'no-store', 'retry-after': '30' }).type('text').send(text);
};

interface CatalogueFilesOptions {
  pages: Pick<ReturnType<typeof createPages>, 'sitemap' | 'liveCalendar'>;
  logger: Logger;
}

/** Serves the files that are made of the catalogue's data: the sitemap and the calendars of lives. */
export const mountCatalogueFiles = (app: Express, { pages, logger }: CatalogueFilesOptions): void => {
  app.get(/^\/sitemap(?:-([1-9]\d{0,4}))?\.xml$/, async (request, response, next) => {
    const part = (request.params as Record<string, string | undefined>)[0];
    try {
      const xml = await pages.sitemap(part === undefined ? undefined : Number(part));
      if (xml === null) return next();
      response
        .set({ 'cache-control': CACHED_BY_GATEWAY, [SURROGATE_KEY_HEADER]: LIST_KEYS.sitemap })
        .type('application/xml')
        .send(xml);
    } catch (error) {
      logger.warn({ err: error }, 'sitemap data unavailable');
      sendUnavailable(response, 'Le plan du site est momentanément indisponible.');
    }
  });
  app.get(decodeURIComponent(liveCalendarPath(':modelSlug')), async (request, response, next) => {
    const slug = String(request.params.modelSlug);
    if (!isSlug(slug)) return next();
    try {
      const calendar = await pages.liveCalendar(slug);
      if (calendar === null) return next();
      if (typeof calendar !== 'string') return response.redirect(301, calendar.movedTo);
      response
        .set({
          'cache-control': 'no-store',
          'content-disposition': `inline; filename="live-${slug}.ics"`,
          'x-content-type-options': 'nosniff',
        })
        .type('text/calendar; charset=utf-8')
        .send(calendar);
    } catch (error) {
      logger.warn({ err: error }, 'live calendar data unavailable');
      sendUnavailable(response, 'L’agenda du live est momentanément indisponible.');
    }
  });
};
