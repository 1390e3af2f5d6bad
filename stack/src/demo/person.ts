/** Picture of `stack/pictures`, by its name without extension, as an item of a gallery. */
export interface Item {
  picture: string;
  likes: number | null;
  isLocked: boolean;
}

/** Direction in which the crop window moves over the picture. */
export type Move = 'left' | 'right' | 'up' | 'down' | 'across';

/** Video made from one picture by a slow pan; `note` is the pitch in hertz of the quiet tone of a replay. */
export interface Footage extends Item {
  move: Move;
  seconds: number;
  note?: number;
}

/** Model of the demo data: the fields of its form, and its files. */
export interface Person {
  /** Slug of the creating affiliate; absent: the administrator. */
  affiliate?: string;
  name: string;
  slug: string;
  age: number;
  bio: string;
  likes: number;
  followers: number;
  verified: boolean;
  /** Whether the model is live by a manual override. */
  liveNow?: true;
  /** HH:MM, Europe/Paris; absent: the platform's default schedule. */
  schedule?: { start: string; end: string };
  title?: string;
  description?: string;
  telegram?: string;
  /** Only for the administrator's own models. */
  sourceId?: string;
  avatar: string;
  /** Picture of the cover; with `coverMove`, source of a cover video. */
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
