/** An affiliate's panel in the names of storage. */
export const storageOwnerOf = (slug: string): string => `affiliate_${slug}`;
