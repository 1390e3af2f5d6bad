import type { ModelView } from 'contracts/models';
import { formatNumber } from 'web-kit/formats';

const shown = (count: number): string | undefined => (count > 0 ? formatNumber(count) : undefined);

/** The formatted counts of a model; only those above zero. */
export const statsOf = ({ likes_count, medias_count, followers_count }: ModelView) => ({
  likes: shown(likes_count),
  medias: shown(medias_count),
  followers: shown(followers_count),
});
