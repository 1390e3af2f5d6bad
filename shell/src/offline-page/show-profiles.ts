import { PROFILES_CACHE, readProfiles } from '../service-worker/visited-profile.ts';
import type { VisitedProfile } from '../service-worker/visited-profile.ts';

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const node = document.createElement(name);
  node.className = className;
  node.append(...content);
  return node;
};

/** Returns a stored picture, or the name's initial without one. */
const pictureOf = async (cache: Cache, address: string | undefined, name: string): Promise<HTMLElement> => {
  const cachedPicture = address === undefined ? undefined : await cache.match(address);
  if (!cachedPicture) {
    const initial = element('span', 'picture initial', [...name][0] ?? '');
    initial.ariaHidden = 'true';
    return initial;
  }
  const image = element('img', 'picture');
  image.alt = '';
  image.src = URL.createObjectURL(await cachedPicture.blob());
  return image;
};

const cardOf = async (cache: Cache, { slug, name, avatar, cover }: VisitedProfile): Promise<HTMLElement> => {
  const link = element('a', 'card', await pictureOf(cache, avatar ?? cover, name), element('span', 'name', name));
  link.href = `/${slug}`;
  return element('li', '', link);
};

const profileOf = async (cache: Cache, { name, bio, avatar, cover }: VisitedProfile): Promise<HTMLElement> =>
  element(
    'article',
    'profile',
    await pictureOf(cache, cover ?? avatar, name),
    element('div', '', element('h2', '', name), element('p', 'soft', bio)),
  );

/** Shows the profiles that this browser has visited, first the one of this address. */
export const showProfiles = async (): Promise<void> => {
  const visited = document.getElementById('visited');
  if (!visited || !('caches' in window)) return;
  const cache = await caches.open(PROFILES_CACHE);
  const profiles = await readProfiles(cache, Date.now());
  const requestedProfile = profiles.find(({ slug }) => slug === location.pathname.split('/')[1]);
  const others = profiles.filter((profile) => profile !== requestedProfile);
  if (requestedProfile) document.getElementById('wanted')?.append(await profileOf(cache, requestedProfile));
  if (others.length === 0) return;
  visited.append(element('ul', 'cards', ...(await Promise.all(others.map((profile) => cardOf(cache, profile))))));
  visited.hidden = false;
};
