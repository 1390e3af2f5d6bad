/** Examples of the API documentation by property name; other properties get a value of their type. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  adexico_base_url: 'https://paiement.example.org/offre',
  adexico_source_id: 'BA',
  affiliateParam: 'theatre-du-canal',
  age: 27,
  auth: 'tBHItJI5svbpez7KI4CCXg',
  avatar_image: '/uploads/public/4f0f6e7a-53f5-4c1b-9d0c-0f4d0a6f7b21/384.webp',
  bio: 'Chanteuse de nuit.',
  challenge: 'eyJhbGciOiJFZERTQSJ9',
  clickId: 'CLICK-1',
  code: '123456',
  cover_image: '/uploads/public/9b2d7c35-6a0e-4f0b-8f57-0c1a2b3d4e5f/1280.webp',
  cover_video: null,
  currency: 'EUR',
  custom_description: 'Répétitions et prises ratées.',
  custom_title: 'Nina, chanteuse de nuit',
  effectiveDay: null,
  effective_day: null,
  email: 'lea@example.org',
  email_from_email: 'bonjour@example.org',
  email_from_name: 'Nina',
  fbPixelId: '1234567890',
  firstName: 'Léa',
  lastName: 'Martin',
  live_changes_at: '2026-07-01T19:00:00.000Z',
  live_replays: '[]',
  live_schedule_end: '01:00',
  live_schedule_start: '21:00',
  manual_live_override: null,
  modelSlug: 'nina',
  name: 'Nina',
  newEmail: 'lea.martin@example.org',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  partnerAffiliate: 'theatre-du-canal',
  password: 'un-bon-mot-de-passe',
  photo_items: '[]',
  slug: 'nina',
  social_preview_image: null,
  telegram_link: 'https://t.me/+abcdefghijklmnop',
  url: 'https://example.org/retour?evenement={event}',
  video_items: '[]',
};

/** Returns the schema with an example for each property in EXAMPLES. */
export const withExamples = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withExamples);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key !== 'properties' || typeof value !== 'object' || value === null) return [key, withExamples(value)];
      return [
        key,
        Object.fromEntries(
          Object.entries(value as Record<string, unknown>).map(([name, property]) => {
            const described = withExamples(property);
            return [
              name,
              name in EXAMPLES && typeof described === 'object' ? { ...described, example: EXAMPLES[name] } : described,
            ];
          }),
        ),
      ];
    }),
  );
};
