import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { FileType } from 'contracts/media';
import { isScheduled } from 'contracts/media-items';
import type { ContentItem } from 'contracts/media-items';
import type { Announcements, ScreenReaderInstructions } from '@dnd-kit/core';
import { formatTime } from 'web-kit/formats';
import { wallClock } from 'web-kit/next-live';

/** Names of the three lists, with the French agreement. */
export const WORDS = {
  photos: {
    one: 'Photo',
    many: 'Photos',
    of: 'des photos',
    selected: ['sélectionnée', 'sélectionnées'],
    locked: 'Verrouillée',
  },
  videos: {
    one: 'Vidéo',
    many: 'Vidéos',
    of: 'des vidéos',
    selected: ['sélectionnée', 'sélectionnées'],
    locked: 'Verrouillée',
  },
  lives: {
    one: 'Rediffusion',
    many: 'Rediffusions',
    of: 'des rediffusions',
    selected: ['sélectionnée', 'sélectionnées'],
    locked: 'Verrouillée',
  },
} as const satisfies Record<FileType, unknown>;
export type ListWords = (typeof WORDS)[FileType];

const SHORT_DAY = new Intl.DateTimeFormat('fr', { day: 'numeric', month: 'short', timeZone: LIVE_TIME_ZONE });
const yearOf = (instant: number): number => new Date(wallClock(instant)).getUTCFullYear();

/** Formats the publication date of an item: "24 nov., 18h00", with the year where it is needed (Europe/Paris). */
export const publicationText = (publishAt: string, nowMs: number): string => {
  const instant = Date.parse(publishAt);
  const year = yearOf(instant) === yearOf(nowMs) ? '' : ` ${yearOf(instant)}`;
  return `${SHORT_DAY.format(instant)}${year}, ${formatTime(instant)}`
    .replaceAll(' ', '\u00a0')
    .replace(',\u00a0', ', ');
};

const FAILURES = {
  unreadable: 'Fichier illisible\u00a0: supprimez-le',
  'ended-its-worker': 'Traitement abandonné\u00a0: ce fichier a arrêté le serveur à chaque essai. Supprimez-le',
} as const;
/** Returns the text of an item's state in the panel. */
export const stateTextOf = (item: ContentItem, nowMs: number): string => {
  const { state, failure = 'unreadable', isLocked, publishAt } = item;
  if (state === 'processing') return 'Envoyé, traitement…';
  if (state === 'failed') return FAILURES[failure];
  if (publishAt && isScheduled(item, nowMs)) return `Programmée, ${publicationText(publishAt, nowMs)}`;
  return isLocked ? 'Verrouillée' : 'Visible par tous';
};

export const DRAG_INSTRUCTIONS: ScreenReaderInstructions = {
  draggable:
    'Appuyez sur Espace pour saisir, sur les flèches haut et bas pour déplacer, de nouveau sur Espace pour déposer, sur Échap pour annuler.',
};

/** Returns a text such as "Photo 3, position 3 sur 20". */
export const positionText = (name: string, position: number, count: number, how: string): string =>
  `${name} ${how} en position ${position} sur ${count}.`;

/** Texts of the announcements of a drag, with the French agreement. */
export interface DragWords {
  lifted: string;
  /** null: a move is announced once the server has saved it. */
  dropped: string | null;
}
export const OF_FILES: DragWords = { lifted: 'saisie,', dropped: 'déposée' };

/** Screen reader announcements for an item dragged by pointer or keyboard. */
export const dragAnnouncements = (
  filenames: readonly string[],
  nameOf: (index: number) => string,
  { lifted, dropped }: DragWords,
): Announcements => {
  const indexOf = (id: string | number) => filenames.indexOf(String(id));
  const announce = (active: string | number, at: string | number, how: string) =>
    positionText(nameOf(indexOf(active)), indexOf(at) + 1, filenames.length, how);
  // A lifted item is over itself at first: this is not announced again.
  let lastOver: string | number | undefined;
  return {
    onDragStart: ({ active }) => {
      lastOver = active.id;
      return announce(active.id, active.id, lifted);
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === lastOver) return undefined;
      lastOver = over.id;
      return announce(active.id, over.id, 'passe');
    },
    onDragEnd: ({ active, over }) => {
      const at = over?.id ?? active.id;
      if (dropped === null) return at === active.id ? announce(active.id, at, 'reste') : '';
      return announce(active.id, at, dropped);
    },
    onDragCancel: ({ active }) => `Déplacement annulé. ${announce(active.id, active.id, 'reste')}`,
  };
};
