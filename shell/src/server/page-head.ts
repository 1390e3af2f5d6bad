import { truncate } from 'contracts/truncate';
import { pageOf, pagePath, PAGES, pageTitle, titleOf } from 'contracts/pages';
import type { NotFoundDocument } from 'contracts/pages';
import { TEXTS } from 'contracts/texts';
import { escapeHtml } from 'service-kit/html';
import { jsonBlock, tag } from './markup.ts';
import type { PageData, Subject } from './page-data.ts';
import { sharePicture } from './share-picture.ts';
import { SITE_DESCRIPTION } from './site.ts';
import type { Site } from './site.ts';
import { structuredData } from './structured-data.ts';

interface Head {
  title: string;
  description: string;
  /** Path of the page's canonical address; absent for a missing page. */
  canonical?: string;
  type?: 'website' | 'profile';
}

/** The titles that the pages set in the browser. */
const NOT_FOUND_TITLES: Record<NotFoundDocument, string> = {
  page: TEXTS.notFoundPage,
  model: TEXTS.modelNotFound,
  live: TEXTS.modelNotFound,
  partner: TEXTS.affiliateNotFound,
  partnerWithoutSlug: PAGES.partnerWithoutSlug.title,
};

/** Returns the default title and description: "Name - site title", the bio. */
const headOf = (subject: Subject, { model, affiliate }: Partial<PageData>, site: Site): Head => {
  if (subject.kind === 'absent')
    return { title: titleOf(site.title, NOT_FOUND_TITLES[subject.document]), description: SITE_DESCRIPTION };
  const { page } = subject;
  const { server } = pageOf(page);
  const isComplete = server?.data === 'model' ? model : server?.data === 'affiliate' ? affiliate : server;
  return {
    title: (page === 'model' && model?.custom_title) || pageTitle(site.title, page, model?.name),
    description: model?.custom_description || model?.bio || SITE_DESCRIPTION,
    ...(isComplete && { canonical: pagePath(page, subject.slug) }),
    ...(model && { type: 'profile' }),
  };
};

/** Renders title, description, share preview and structured data; a not-found page is not indexed. */
export const renderHead = (subject: Subject, data: Partial<PageData>, site: Site): string => {
  const { title, description, canonical, type = 'website' } = headOf(subject, data, site);
  const text = truncate(description.replace(/\s+/g, ' ').trim(), 320);
  const absolute = (path: string) => new URL(path, `${site.url}/`).href;
  const image = sharePicture(data.model, site);
  const facts = structuredData(subject, data, { title, description: text, image }, site, absolute);
  const property = (name: string, content: string | undefined) =>
    content ? tag('meta', { property: name, content }) : '';
  const twitter = (name: string, content: string) => tag('meta', { name: `twitter:${name}`, content });
  return [
    `<title>${escapeHtml(title)}</title>`,
    tag('meta', { name: 'description', content: text }),
    canonical === undefined
      ? tag('meta', { name: 'robots', content: 'noindex' })
      : tag('link', { rel: 'canonical', href: absolute(canonical) }),
    property('og:site_name', site.title),
    property('og:locale', 'fr_FR'),
    property('og:type', type),
    property('og:title', title),
    property('og:description', text),
    property('og:url', canonical === undefined ? undefined : absolute(canonical)),
    property('og:image', image),
    property('og:image:alt', data.model?.name ?? site.title),
    twitter('card', 'summary_large_image'),
    twitter('title', title),
    twitter('description', text),
    twitter('image', image),
    facts ? jsonBlock('structured-data', facts, 'application/ld+json') : '',
  ].join('');
};
