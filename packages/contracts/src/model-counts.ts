import { FALLBACK_LIVES_SHARE, FALLBACK_VIDEOS_SHARE } from './limits.ts';

export interface Counts {
  photos: number;
  videos: number;
  lives: number;
  medias: number;
}

/**
 * Returns the counts to show: a typed count above zero, else the length of the real list, else shares of medias_count (videos 30 %
 * rounded down, lives 10 %, photos the remainder; docs/domain.md#models). The total is never below their sum.
 */
export const displayCounts = (typed: Counts, lengths: Omit<Counts, 'medias'>): Counts => {
  const pick = (typedCount: number, length: number, fallback: number) =>
    typedCount > 0 ? typedCount : length > 0 ? length : fallback;
  const videos = pick(typed.videos, lengths.videos, Math.floor(typed.medias * FALLBACK_VIDEOS_SHARE));
  const lives = pick(typed.lives, lengths.lives, Math.floor(typed.medias * FALLBACK_LIVES_SHARE));
  const photos = pick(typed.photos, lengths.photos, Math.max(0, typed.medias - videos - lives));
  return { photos, videos, lives, medias: Math.max(typed.medias, photos + videos + lives) };
};
