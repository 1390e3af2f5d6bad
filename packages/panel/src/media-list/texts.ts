import type { FileType } from 'contracts/media';
import type { Announcements, ScreenReaderInstructions } from '@dnd-kit/core';

/** How the three lists are called, with the French agreement. */
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

export const DRAG_INSTRUCTIONS: ScreenReaderInstructions = {
  draggable:
    'Appuyez sur Espace pour saisir, sur les flèches haut et bas pour déplacer, de nouveau sur Espace pour déposer, sur Échap pour annuler.',
};

/** "Photo 3, position 3 sur 20" */
export const positionText = (name: string, position: number, count: number, how: string): string =>
  `${name} ${how} en position ${position} sur ${count}.`;

/** How what is dragged is spoken of, with the French agreement. */
export interface DragWords {
  lifted: string;
  dropped: string;
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
  // A lifted item first lies over itself: announced once, as lifted.
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
    onDragEnd: ({ active, over }) => announce(active.id, over?.id ?? active.id, dropped),
    onDragCancel: ({ active }) => `Déplacement annulé. ${announce(active.id, active.id, 'reste')}`,
  };
};
