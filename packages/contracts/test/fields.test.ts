import { AFFILIATE_FIELDS } from 'contracts/affiliate-fields';
import { firstName, optionalTelegramLink, optionalUrl, timeOfDay, wholeNumber } from 'contracts/fields';
import { displayCounts } from 'contracts/model-counts';
import { MODEL_FIELDS } from 'contracts/model-fields';
import { profileForm } from 'contracts/subscribers';

describe('wholeNumber', () => {
  const count = wholeNumber({ empty: 0 });

  test.each([
    ['1 200', 1200],
    ['1\u00a0200', 1200],
    ['12\u202f345\u202f678', 12_345_678],
    [' 7 ', 7],
    [7, 7],
    ['', 0],
    [null, 0],
  ])('reads %p as %p', (typed, number) => {
    expect(count.parse(typed)).toBe(number);
  });

  const messageOf = (schema: typeof count, typed: unknown) => schema.safeParse(typed).error?.issues[0]?.message;

  test.each(['12abc', '1 2', '1 2000', '1,5', '12 34 567', '9'.repeat(16)])('rejects %p with a sentence', (typed) => {
    expect(messageOf(count, typed)).toBe('Nombre invalide');
  });

  test.each([
    ['17', '18 au moins'],
    [-1, '18 au moins'],
    ['100', '99 au plus'],
  ])('names the limit that %p exceeds', (typed, message) => {
    expect(messageOf(wholeNumber({ min: 18, max: 99, empty: 0 }), typed)).toBe(message);
  });

  test('groups the thousands of a limit', () => {
    expect(messageOf(count, '2 000 000 000')).toBe('1\u00a0000\u00a0000\u00a0000 au plus');
  });
});

describe.each([
  ['firstName', firstName],
  ['a username', profileForm.shape.username],
  ['a model’s name', MODEL_FIELDS.name.schema],
  ['an affiliate’s name', AFFILIATE_FIELDS.name.schema],
])('%s', (_name, schema) => {
  test.each(['Zoé', 'O’Brien-Müller', '李娜', 'نينا', 'नीना', 'Nina 🏳️‍🌈', 'می‌نا'])('accepts %s', (name) => {
    expect(schema.parse(name)).toBe(name);
  });

  test.each(['\u200b\u200b', '\u2060\u2060', '\u00ad\u00ad', '\u3164\u3164', '\u2800\u2800', '\u200d \ufe0f'])(
    'rejects the invisible %j',
    (name) => expect(schema.safeParse(name).success).toBe(false),
  );

  test.each(['\u202eanin', 'nina\u2066', 'ni\nna', 'nina\ud83d'])(
    'rejects %j, which changes what is around it',
    (name) => {
      expect(schema.safeParse(name).error?.issues.at(-1)?.message).toBe('Caractères non autorisés');
    },
  );
});

describe('optionalTelegramLink', () => {
  test.each(['', 'https://t.me/+Nord', 'https://telegram.me/nina', 'https://t.me:443/nina'])('accepts %j', (link) => {
    expect(optionalTelegramLink.parse(link)).toBe(link);
  });

  test.each([
    'https://evil.example@t.me/x',
    'https://evil.example:secret@t.me/x',
    'https://t.me:8443/x',
    'http://t.me/x',
    'https://t.me.evil.example/x',
  ])('rejects %s', (link) => {
    expect(optionalTelegramLink.safeParse(link).error?.issues[0]?.message).toBe('Lien Telegram invalide');
  });
});

describe('optionalUrl', () => {
  test.each(['', 'https://pay.example/offer', 'http://127.0.0.1:9999/'])('accepts %j', (url) => {
    expect(optionalUrl().parse(url)).toBe(url);
  });

  test.each(['https://user@pay.example/', 'https://:secret@pay.example/', 'ftp://pay.example/', 'pay.example'])(
    'rejects %s',
    (url) => expect(optionalUrl().safeParse(url).success).toBe(false),
  );
});

describe('timeOfDay', () => {
  test.each([
    ['21:00', '21:00'],
    ['21h', '21:00'],
    ['21h30', '21:30'],
    ['21 h 30', '21:30'],
    ['9h', '09:00'],
    ['21H15', '21:15'],
  ])('reads %p as %p', (typed, time) => {
    expect(timeOfDay.parse(typed)).toBe(time);
  });

  test.each(['25:00', '24h', '21h60', '21', 'h30', '', '9:00', '21:30:00'])('rejects %p', (typed) => {
    expect(timeOfDay.safeParse(typed).error?.issues[0]?.message).toBe('Heure invalide');
  });
});

describe('displayCounts', () => {
  test.each([
    [
      'typed counts above the typed total',
      { photos: 40, videos: 30, lives: 10, medias: 20 },
      { photos: 0, videos: 0, lives: 0 },
    ],
    [
      'longer lists than the typed total',
      { photos: 0, videos: 0, lives: 0, medias: 2 },
      { photos: 8, videos: 3, lives: 1 },
    ],
    ['nothing typed', { photos: 0, videos: 0, lives: 0, medias: 0 }, { photos: 8, videos: 3, lives: 1 }],
  ])('shows a total that is the sum of the tabs for %s', (_case, typed, lengths) => {
    const { photos, videos, lives, medias } = displayCounts(typed, lengths);
    expect(medias).toBe(photos + videos + lives);
  });

  test('keeps a typed total above the sum', () => {
    expect(
      displayCounts({ photos: 1, videos: 1, lives: 1, medias: 100 }, { photos: 0, videos: 0, lives: 0 }).medias,
    ).toBe(100);
  });
});
