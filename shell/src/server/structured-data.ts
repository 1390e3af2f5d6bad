import type { ModelView } from 'contracts/models';
import { OFFER_STRUCTURED_DATA } from 'contracts/offer';
import { FIRST_MODELS } from 'web-kit/first-models';
import { paths } from 'web-kit/paths';
import type { PageData, Subject } from './page-data.ts';
import { SITE_DESCRIPTION } from './site.ts';
import type { Site } from './site.ts';

type Thing = Readonly<Record<string, unknown>>;

/** Returns the absolute address of a path on the site. */
type Absolute = (path: string) => string;

const personOf = (model: ModelView, image: string, absolute: Absolute): Thing => ({
  '@type': 'Person',
  '@id': `${absolute(paths.model(model.slug))}#person`,
  name: model.name,
  alternateName: `@${model.slug}`,
  url: absolute(paths.model(model.slug)),
  ...(model.bio ? { description: model.bio } : {}),
  image,
  interactionStatistic: [
    {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: model.likes_count,
    },
    {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/FollowAction',
      userInteractionCount: model.followers_count,
    },
  ],
});

const crumbs = (steps: readonly { name: string; url: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })),
});

/**
 * Returns the structured data (schema.org, JSON-LD) of a page; null for a page without any.
 * @param image address of the page's picture
 */
export const structuredData = (
  subject: Subject,
  { model, models, affiliate }: Partial<PageData>,
  page: { title: string; description: string; image: string },
  site: Site,
  absolute: Absolute,
): Thing | null => {
  const home = absolute(paths.home());
  const website = {
    '@type': 'WebSite',
    '@id': `${home}#website`,
    name: site.title,
    url: home,
    inLanguage: 'fr',
    description: SITE_DESCRIPTION,
    offers: OFFER_STRUCTURED_DATA,
  };
  const webPage = (type: string, url: string) => ({
    '@type': type,
    '@id': url,
    url,
    name: page.title,
    description: page.description,
    inLanguage: 'fr',
    isPartOf: { '@id': website['@id'] },
  });
  const graph = (...things: Thing[]): Thing => ({ '@context': 'https://schema.org', '@graph': [website, ...things] });
  if (subject.kind === 'absent') return null;
  switch (subject.page) {
    case 'home':
      return graph({
        '@type': 'ItemList',
        numberOfItems: models?.length ?? 0,
        // The sitemap lists all of them.
        itemListElement: (models ?? []).slice(0, FIRST_MODELS).map(({ name, slug }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          url: absolute(paths.model(slug)),
        })),
      });
    case 'model': {
      if (!model) return null;
      const url = absolute(paths.model(model.slug));
      return graph(
        { ...webPage('ProfilePage', url), mainEntity: personOf(model, page.image, absolute) },
        crumbs([
          { name: site.title, url: home },
          { name: model.name, url },
        ]),
      );
    }
    case 'live': {
      if (!model) return null;
      const [profile, url] = [absolute(paths.model(model.slug)), absolute(paths.live(model.slug))];
      return graph(
        { ...webPage('WebPage', url), about: personOf(model, page.image, absolute) },
        crumbs([
          { name: site.title, url: home },
          { name: model.name, url: profile },
          { name: 'Live', url },
        ]),
      );
    }
    case 'partner':
      return affiliate ? graph(webPage('WebPage', absolute(paths.partner(affiliate.slug)))) : null;
    default:
      return null;
  }
};
