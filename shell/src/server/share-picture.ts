import type { ModelView } from 'contracts/models';
import { SHARE_PICTURE } from './site-files.ts';
import type { Site } from './site.ts';

/** Paths of pictures that are always public, as opposed to items of a list, which may be locked. */
const PUBLIC_PICTURE = /^\/uploads\/public\/[^?#]+\.webp(?:\?v=\d+)?$/;

/** Returns the address of a picture that may be shown to everyone; undefined for any other. */
const shareable = (picture: string | null | undefined, site: Site): string | undefined => {
  if (!picture || !URL.canParse(picture, `${site.url}/`)) return undefined;
  const url = new URL(picture, `${site.url}/`);
  const isOwn = url.origin === new URL(site.url).origin;
  return (isOwn ? PUBLIC_PICTURE.test(url.pathname + url.search) : url.protocol === 'https:') ? url.href : undefined;
};

/** Returns the share picture of a page: the model's own, its cover, its avatar, otherwise the site's. */
export const sharePicture = (model: ModelView | null | undefined, site: Site): string => {
  const { social_preview_image, cover_image, cover_poster, avatar_image } = model ?? {};
  const [chosen] = [social_preview_image, cover_image, cover_poster, avatar_image].flatMap(
    (picture) => shareable(picture, site) ?? [],
  );
  return chosen ?? new URL(SHARE_PICTURE, `${site.url}/`).href;
};
