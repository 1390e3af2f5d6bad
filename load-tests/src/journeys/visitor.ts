import { check } from 'k6';
import http from 'k6/http';
import { baseUrl, get, json, textOf } from '../site.ts';

interface Card {
  slug: string;
  avatar_image: string | null;
  cover_image: string | null;
}

export interface Item {
  filePath: string;
  image: string;
  isViewable: boolean;
}

const pick = <Thing>(things: readonly Thing[]): Thing | undefined => things[Math.floor(Math.random() * things.length)];

let known: { etag: string | undefined; cards: Card[] } = { etag: undefined, cards: [] };
/** Returns the cards of a list; parses only a changed list, as parsing takes longer here than the response takes on the server. */
const cardsOf = (list: ReturnType<typeof get>): Card[] => {
  const etag = list.headers.Etag;
  if (etag === undefined || etag !== known.etag) known = { etag, cards: json<Card[]>(list) };
  return known.cards;
};

const isPicture = (picture: string | null): picture is string => picture !== null;
const pictures = (paths: readonly string[]) =>
  http.batch(
    paths.map((path) => ({
      method: 'GET',
      url: baseUrl + path,
      params: { tags: { kind: 'media', name: '/uploads (public)' }, responseType: 'none' as const },
    })),
  );

/** Opens the home page as a phone does: the document, its refresh requests, and the pictures of the first screen. */
export const browse = (): Card[] => {
  const page = get('/', { kind: 'page', name: '/', readsBody: true });
  const list = get('/api/models', { kind: 'cached', name: '/api/models', readsBody: true });
  check(page, {
    'the home page arrives finished': (response) => response.status === 200 && textOf(response).includes('<h1'),
  });
  const isListed = check(list, { 'the list arrives': ({ status }) => status === 200 });
  if (!isListed) return [];
  const cards = cardsOf(list);
  const firstPictures = pictures(
    cards
      .slice(0, 4)
      .map(({ cover_image, avatar_image }) => cover_image ?? avatar_image)
      .filter(isPicture),
  );
  check(firstPictures, {
    'the pictures of the first screen arrive': (responses) => responses.every(({ status }) => status === 200),
  });
  return cards;
};

/** Opens a model's page with its data and its blurred tiles. @returns the model's slug */
export const openModel = (): string | null => {
  const list = get('/api/models', { kind: 'cached', name: '/api/models', readsBody: true });
  const slug = list.status === 200 ? pick(cardsOf(list))?.slug : undefined;
  if (!slug) return null;
  const page = get(`/${slug}`, { kind: 'page', name: '/{model}' });
  const model = get(`/api/models/${slug}`, { kind: 'cached', name: '/api/models/{slug}', readsBody: true });
  check(page, { 'the model page arrives': ({ status }) => status === 200 });
  if (!check(model, { 'the model arrives': ({ status }) => status === 200 })) return null;
  const tiles = (JSON.parse(json<{ photo_items: string }>(model).photo_items) as Item[])
    .slice(0, 6)
    .map(({ image }) => image);
  check(pictures(tiles), { 'the tiles arrive': (responses) => responses.every(({ status }) => status === 200) });
  return slug;
};
