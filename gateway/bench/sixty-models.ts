import type { ModelView } from 'contracts/models';
import { modelOf } from 'web-kit/testing/model';

/** Sixty models as the list shows them, about 1.2 KB each. */
export const sixtyModels = (): ModelView[] =>
  Array.from({ length: 60 }, (_, index) => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    return modelOf({
      id,
      name: `Modèle ${index}`,
      slug: `modele-${index}`,
      age: 20 + (index % 20),
      bio: 'Répétitions, loges, lives du soir : les prises ratées et celles qu’on garde.',
      cover_image: `/uploads/public/${id}/1280.webp?v=${index}`,
      avatar_image: `/uploads/public/${id}/384.webp?v=${index}`,
      likes_count: index * 137,
      medias_count: 40,
      followers_count: index * 71,
      photos_count: 24,
      videos_count: 12,
      lives_count: 4,
      is_live: index % 7 === 0,
      is_verified: index % 2 === 0,
      avatar_version: index,
      cover_image_version: index,
      avatar_placeholder: 'HBkSHYSIeHiPiHh8eJd4eTN0EEQG',
      cover_placeholder: 'HBkSHYSIeHiPiHh8eJd4eTN0EEQG',
    });
  });
