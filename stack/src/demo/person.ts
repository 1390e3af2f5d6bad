/** A picture of `stack/pictures`, by its name without ending, as an item of a gallery. */
export interface Item {
  picture: string;
  likes: number | null;
  isLocked: boolean;
}

/** How the frame travels over the picture. */
export type Move = 'left' | 'right' | 'up' | 'down' | 'across';

/** A video made from one picture by a slow move; `note` is the pitch in hertz of the quiet tone under a replay. */
export interface Footage extends Item {
  move: Move;
  seconds: number;
  note?: number;
}

/** One model of the demo data: what a person would type into the form, and what it would upload. */
export interface Person {
  /** Slug of the affiliate that creates it; absent: the administrator does. */
  affiliate?: string;
  name: string;
  slug: string;
  age: number;
  bio: string;
  likes: number;
  followers: number;
  verified: boolean;
  /** Held live by hand, whatever the hour. */
  liveNow?: true;
  /** HH:MM, Europe/Paris; absent: the platform's default evening. */
  schedule?: { start: string; end: string };
  title?: string;
  description?: string;
  telegram?: string;
  /** Only for the administrator's own models. */
  sourceId?: string;
  avatar: string;
  /** The picture of the cover; with `coverMove` a video is made from it instead. */
  cover: string;
  coverMove?: Move;
  photos: readonly Item[];
  videos: readonly Footage[];
  replays: readonly Footage[];
}

export const open = (picture: string, likes: number | null): Item => ({ picture, likes, isLocked: false });
export const locked = (picture: string, likes: number | null): Item => ({ picture, likes, isLocked: true });
export const filmed = (item: Item, move: Move, seconds: number): Footage => ({ ...item, move, seconds });
export const recorded = (item: Item, move: Move, seconds: number, note: number): Footage => ({
  ...item,
  move,
  seconds,
  note,
});
