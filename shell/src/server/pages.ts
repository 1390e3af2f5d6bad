import { liveCalendarPath, MICROFRONTENDS, notFoundPath, pageOf, pagePath, SERVICE_WORKER_PATH } from 'contracts/pages';
import type { NotFoundDocument } from 'contracts/pages';
import type { Logger } from 'service-kit/logger';
import type { InitialData } from 'web-kit/initial-data';
import { remoteName } from '../app-config.ts';
import type { AppConfig, RemoteName, RemoteSource } from '../app-config.ts';
import type { RenderedPage } from '../render.tsx';
import { renderLiveCalendar } from './live-calendar.ts';
import type { createOwnBuild } from './own-build.ts';
import { createPageData, subjectOf } from './page-data.ts';
import type { Moved, PageData, Subject } from './page-data.ts';
import { renderHead } from './page-head.ts';
import { fontsHeader, renderPage } from './page-template.ts';
import type { createRemoteBundle } from './remote-bundle.ts';
import type { Site } from './site.ts';
import { renderSitemapIndex, renderSitemapPart } from './sitemap.ts';

/** Timeout of the rendering. */
const RENDER_TIMEOUT_MS = 1_000;
/** Result for a page that the browser renders. */
const NOT_RENDERED: RenderedPage = { html: '', link: '' };

/** Returns the browser's configuration. All addresses have one origin: the gateway routes to each micro-frontend. */
const appConfig = (publicEntry: string | undefined, hasServiceWorker: boolean): AppConfig => ({
  remotes: Object.fromEntries(
    MICROFRONTENDS.map((name): [RemoteName, RemoteSource] => [
      remoteName(name),
      { manifest: `/remotes/${name}/mf-manifest.json`, ...(name === 'public' && { entry: publicEntry }) },
    ]),
  ) as AppConfig['remotes'],
  ...(hasServiceWorker && { serviceWorker: SERVICE_WORKER_PATH }),
});

/** Returns the micro-frontend of a subject; the public one shows not-found pages. */
const remoteOf = (subject: Subject): RemoteName =>
  remoteName(subject.kind === 'page' ? pageOf(subject.page).microfrontend : 'public');

/** Returns the name of a page or shared document, for the log. */
const nameOf = (subject: Subject): string => (subject.kind === 'page' ? subject.page : subject.document);

/** Paths at which the shared documents are rendered: their HTML depends only on the kind of page. */
const RENDERED_AT: Record<NotFoundDocument, string> = {
  page: notFoundPath('page'),
  model: pagePath('model', 'introuvable'),
  live: pagePath('live', 'introuvable'),
  partner: pagePath('partner', 'introuvable'),
  partnerWithoutSlug: pagePath('partnerWithoutSlug'),
};

export interface Page {
  status: number;
  html: string;
  /** Whether the page is the same for every viewer and cacheable until an event invalidates it. */
  isPublic: boolean;
  /** `Link` header of the files needed first. */
  link: string;
  /** Content-Location of a shared 404 document. */
  sharedAs?: string;
  /** Surrogate keys of the models in the page's lists, for the gateway's cache. */
  surrogateKeys: string | null;
  /** Instant (ISO 8601) of the next change by a schedule, for the gateway's cache; null: never. */
  changesAt: string | null;
  /** Sources, for the page's policy, of its inline style sheets. */
  inlineStyles: string[];
}

interface PagesOptions {
  site: Site;
  services: { catalogue: string; affiliate: string };
  build: ReturnType<typeof createOwnBuild>;
  remote: ReturnType<typeof createRemoteBundle>;
  hasServiceWorker: boolean;
  logger: Logger;
}

/** Creates the site's pages: rendered here if they are public, otherwise, and after a failure, by the browser. */
export const createPages = ({ site, services, build, remote, hasServiceWorker, logger }: PagesOptions) => {
  const pageData = createPageData(services, site.operator);

  /** Returns the page's data; null when a service fails: the browser then fetches them itself. */
  const fetchData = async (subject: Subject): Promise<PageData | NotFoundDocument | Moved | null> => {
    try {
      return await pageData.page(subject);
    } catch (error) {
      logger.warn({ err: error, page: nameOf(subject) }, 'page data unavailable');
      return null;
    }
  };

  const renderContent = async (path: string, initialData: InitialData): Promise<RenderedPage> => {
    const bundle = remote.current();
    const own = build.current();
    if (!bundle || !own) return NOT_RENDERED;
    try {
      return await own.render({
        path,
        initialData,
        PublicApp: bundle.App,
        signal: AbortSignal.timeout(RENDER_TIMEOUT_MS),
      });
    } catch (error) {
      logger.error({ err: error }, 'page rendering failed');
      return NOT_RENDERED;
    }
  };

  interface Parts {
    path: string;
    subject: Subject;
    /** Null where a service failed. */
    data: PageData | null;
    notFound?: NotFoundDocument;
  }
  const assemble = async (
    own: NonNullable<ReturnType<typeof build.current>>,
    { path, subject, data, notFound }: Parts,
  ): Promise<Page> => {
    const base = {
      siteTitle: site.title,
      publicUrl: site.url,
      renderedAt: Date.now(),
      queries: data?.queries ?? [],
      ...(notFound && { notFound }),
    };
    const canRender = (subject.kind === 'absent' || pageOf(subject.page).server) && data !== null;
    const { html: content, link } = canRender ? await renderContent(path, { ...base, isRendered: true }) : NOT_RENDERED;
    const remoteToShow = remoteOf(subject);
    const assets = remote.current()?.assets;
    const config = appConfig(assets?.entry, hasServiceWorker);
    const source = config.remotes[remoteToShow];
    const shownRemote = (remoteToShow === remoteName('public') && assets) || null;
    const isLegal = subject.kind === 'page' && pageOf(subject.page).server?.data === 'operator';
    const remoteStyles = [...(shownRemote?.styles ?? []), ...((isLegal && shownRemote?.legalStyles) || [])];
    const styles = [...own.assets.styles, ...remoteStyles].map((style) =>
      content === '' ? { href: style.href } : style,
    );
    return {
      status: notFound ? 404 : 200,
      isPublic: content !== '',
      surrogateKeys: data?.surrogateKeys ?? null,
      changesAt: data?.changesAt ?? null,
      link: [link, fontsHeader(own.assets.fonts)].filter(Boolean).join(', '),
      inlineStyles: styles.flatMap(({ inline }) => inline?.source ?? []),
      ...(notFound && content !== '' && { sharedAs: notFoundPath(notFound) }),
      html: renderPage({
        head: renderHead(subject, data ?? {}, site),
        content,
        appConfig: config,
        initialData: { ...base, queries: data?.sentQueries ?? base.queries, isRendered: content !== '' },
        assets: own.assets,
        remote: shownRemote,
        styles,
        manifest: source.entry ? undefined : source.manifest,
      }),
    };
  };

  /** Not-found pages, rendered once for each version of the shell and the public micro-frontend. */
  const notFoundPages = new Map<NotFoundDocument, { own: unknown; bundle: unknown; page: Page }>();
  const notFoundPage = async (
    own: NonNullable<ReturnType<typeof build.current>>,
    notFound: NotFoundDocument,
  ): Promise<Page> => {
    const bundle = remote.current();
    const cachedPage = notFoundPages.get(notFound);
    if (cachedPage && cachedPage.own === own && cachedPage.bundle === bundle) return cachedPage.page;
    const page = await assemble(own, {
      path: RENDERED_AT[notFound],
      subject: { kind: 'absent', document: notFound },
      data: { queries: [] },
      notFound,
    });
    if (page.sharedAs !== undefined) notFoundPages.set(notFound, { own, bundle, page });
    return page;
  };

  return {
    /**
     * Renders the sitemap, or one of the parts that it names.
     * @param part counted from 1; absent: the sitemap itself
     * @returns null when there is no such part
     * @throws ApiError when the catalogue fails
     */
    sitemap: async (part?: number): Promise<string | null> => {
      const { slugs, parts } = await pageData.sitemapPart(part ?? 1);
      if (part === undefined) return parts > 1 ? renderSitemapIndex(parts, site) : renderSitemapPart(slugs, 1, site);
      return part <= parts ? renderSitemapPart(slugs, part, site) : null;
    },
    /**
     * Renders the calendar file with a model's next live.
     * @returns the path that permanently replaces it for a former slug; null for an unknown model or one without lives
     * @throws ApiError when the catalogue fails
     */
    liveCalendar: async (slug: string): Promise<string | Moved | null> => {
      const data = await pageData.page({ kind: 'page', page: 'model', slug });
      if (typeof data === 'string') return null;
      if ('movedTo' in data) return { movedTo: liveCalendarPath(data.movedTo.slice(1)) };
      return data.model ? renderLiveCalendar(data.model, site, Date.now()) : null;
    },
    /**
     * @param path canonical, without its query: HTML never depends on that, nor on cookies
     * @returns the page, or the path that permanently replaces it
     */
    render: async (path: string): Promise<Page | Moved> => {
      const own = build.current();
      if (!own) throw new Error('The shell is not built');
      const subject = subjectOf(path);
      const data = await fetchData(subject);
      if (typeof data === 'string') return notFoundPage(own, data);
      return data !== null && 'movedTo' in data ? data : assemble(own, { path, subject, data });
    },
  };
};
