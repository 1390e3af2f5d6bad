import { parseMediaList } from 'contracts/media-items';
import { getModel } from 'contracts/operations/models';
import type { CountedRequests } from './counted-requests.ts';
import { ADDRESS_LIFE_MS, createValuePool, TOKEN_LIFE_MS } from './value-pool.ts';

/** Reads the locked photo of a model as a subscriber with access. */
export const createPhotos = ({ request, call, fail }: CountedRequests, modelSlug: string) => {
  const addresses = createValuePool(ADDRESS_LIFE_MS);
  /** Cookies of the subscriber's browser: the view cookie opens locked files together with a signed address. */
  const viewCookies = createValuePool(TOKEN_LIFE_MS);
  const load = () => request({ method: 'GET', target: addresses.pick(), headers: { cookie: viewCookies.pick() } });
  const addressFor = async (token: string): Promise<string | null> => {
    const { response } = await call(getModel, { token, params: { slug: modelSlug } });
    const [photo] = parseMediaList(response.photo_items);
    return photo?.isViewable ? photo.filePath : null;
  };
  return {
    addresses,
    viewCookies,
    /** Loads the photo at an address that was signed before. */
    load,
    isShown: async (token: string): Promise<boolean> => (await addressFor(token)) !== null,
    /** Signs a new address, and loads the photo. */
    read: async (token: string): Promise<void> => {
      const address = await addressFor(token);
      if (address === null) return fail('locked photo: not shown to a person who has paid');
      addresses.add(address);
      await load();
    },
  };
};
