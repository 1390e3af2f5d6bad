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

/** What is said of an item that is dragged, by pointer or by keyboard. */
export const dragAnnouncements = (filenames: readonly string[], nameOf: (index: number) => string): Announcements => {
  const indexOf = (id: string | number) => filenames.indexOf(String(id));
  const say = (active: string | number, at: string | number, how: string) =>
    positionText(nameOf(indexOf(active)), indexOf(at) + 1, filenames.length, how);
  // What is taken lies over itself first: told once, as taken.
  let lastOver: string | number | undefined;
  return {
    onDragStart: ({ active }) => {
      lastOver = active.id;
      return say(active.id, active.id, 'saisie,');
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === lastOver) return undefined;
      lastOver = over.id;
      return say(active.id, over.id, 'passe');
    },
    onDragEnd: ({ active, over }) => say(active.id, over?.id ?? active.id, 'déposée'),
    onDragCancel: ({ active }) => `Déplacement annulé. ${say(active.id, active.id, 'reste')}`,
  };
};
