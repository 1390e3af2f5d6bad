import { z } from 'zod';
import { DEFAULT_SOURCE_ID, EMAIL_MAX_LENGTH, NAME_LENGTH, PASSWORD_LENGTH } from './limits.ts';
import { formatNumber } from './numbers.ts';
import { TEXTS } from './texts.ts';

/** Rejects control characters, which would break headers, logs and mails, and lone surrogates, which are no characters. */
const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u;
/** The same for several lines; checked after tabs and line feeds are removed. */
const SEVERAL_LINES = /^[^\p{Cc}\p{Cs}]*$/u;
export const FORBIDDEN_CHARACTERS = 'Caractères non autorisés';
const singleLine = (value: string) => ONE_LINE.test(value);

/** Creates the schema of an optional single-line text: absent stays absent, null becomes empty. */
export const text = (max: number, tooLong = 'Texte trop long') =>
  z
    .string()
    .nullable()
    .transform((value) => (value ?? '').trim())
    .pipe(z.string().max(max, tooLong).refine(singleLine, FORBIDDEN_CHARACTERS));

/** Creates the schema of an optional multi-line text. */
export const longText = (max: number) =>
  z
    .string()
    .nullable()
    .transform((value) => (value ?? '').replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .max(max, 'Texte trop long')
        .refine((value) => SEVERAL_LINES.test(value.replace(/[\n\t]/g, '')), FORBIDDEN_CHARACTERS),
    );

/** Schema of a switch. */
export const toggle = z.boolean('Valeur invalide');

/** Thousands separators of French users and spreadsheets: space, no-break space or narrow no-break space. */
const GROUPED = /^-?\d{1,3}(?:[ \u00a0\u202f]\d{3})+$/;
const ungrouped = (text: string): string => (GROUPED.test(text) ? text.replace(/[ \u00a0\u202f]/g, '') : text);

/**
 * Creates the schema of an integer that forms send as text: "12", "1 200", 12; "" and null give `empty`. An integer beyond its
 * limits is rejected with the limit.
 */
export const wholeNumber = <Empty extends number | null>({
  min = 0,
  max = 1_000_000_000,
  empty,
}: {
  min?: number;
  max?: number;
  empty: Empty;
}) =>
  z.union([z.number(), z.string(), z.null()], 'Nombre invalide').transform((value, context): number | Empty => {
    if (value === null || (typeof value === 'string' && value.trim() === '')) return empty;
    const typed = typeof value === 'number' ? value : ungrouped(value.trim());
    const number = typeof typed === 'number' ? typed : /^-?\d{1,15}$/.test(typed) ? Number(typed) : Number.NaN;
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    const limit = number < min ? `${formatNumber(min)} au moins` : number > max && `${formatNumber(max)} au plus`;
    context.addIssue({ code: 'custom', message: limit || 'Nombre invalide' });
    return z.NEVER;
  });

/** Characters without a glyph: spaces, default-ignorable code points, and the blank braille pattern. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Characters that change the direction of the surrounding text. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u;

/** Creates the schema of a required name: one line with visible characters. @param min number of visible characters */
export const visibleName = ({
  min = 1,
  max,
  tooShort,
  tooLong,
}: {
  min?: number;
  max: number;
  tooShort: string;
  tooLong: string;
}) =>
  z
    .string(tooShort)
    .trim()
    .min(min, tooShort)
    .max(max, tooLong)
    .refine((value) => value.replace(INVISIBLE, '').length >= min, tooShort)
    .refine((value) => singleLine(value) && !DIRECTION.test(value), FORBIDDEN_CHARACTERS);

const person = (tooShort: string, tooLong: string) => visibleName({ ...NAME_LENGTH, tooShort, tooLong });
export const firstName = person(TEXTS.firstNameTooShort, TEXTS.firstNameTooLong);
export const lastName = person(TEXTS.lastNameTooShort, TEXTS.lastNameTooLong);

/** E-mail address, trimmed; the services compare addresses case-insensitively. */
export const email = z
  .string(TEXTS.emailInvalid)
  .trim()
  .max(EMAIL_MAX_LENGTH, TEXTS.emailTooLong)
  .pipe(z.email(TEXTS.emailInvalid));
/** Optional e-mail address. */
export const optionalEmail = text(EMAIL_MAX_LENGTH, TEXTS.emailTooLong).pipe(
  z.union([z.literal(''), z.email(TEXTS.emailInvalid)], TEXTS.emailInvalid),
);

export const password = z
  .string(TEXTS.passwordTooShort)
  .min(PASSWORD_LENGTH.min, TEXTS.passwordTooShort)
  .max(PASSWORD_LENGTH.max, TEXTS.passwordTooLong);
/** Password that is only compared with the stored one: its error names no rule. */
export const givenPassword = z.string(TEXTS.wrongPassword).min(1, TEXTS.wrongPassword).max(200, TEXTS.wrongPassword);

/** Returns the parsed URL; null when it is invalid or contains credentials. */
const parsedUrl = (value: string): URL | null => {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url?.username === '' && url.password === '' ? url : null;
};

/** Creates the schema of an optional http(s) URL without credentials; each service limits the allowed hosts itself. */
export const optionalUrl = (message = 'URL invalide') =>
  text(500, 'URL trop longue').refine((value) => {
    if (value === '') return true;
    const url = parsedUrl(value);
    return url?.protocol === 'https:' || url?.protocol === 'http:';
  }, message);

/** Optional link to Telegram: https on t.me, telegram.me or telegram.dog. */
export const optionalTelegramLink = text(300, 'Lien Telegram trop long').refine((value) => {
  if (value === '') return true;
  const url = parsedUrl(value);
  // `host` includes the port: a link with a port is rejected.
  return url?.protocol === 'https:' && ['t.me', 'telegram.me', 'telegram.dog'].includes(url.host);
}, 'Lien Telegram invalide');

/** Source id of the partner; empty: the default one. */
export const sourceId = text(64)
  .refine((value) => /^[\w.-]*$/.test(value), 'Identifiant invalide')
  .overwrite((value) => value || DEFAULT_SOURCE_ID);

/** Converts "21h" and "21h30" to HH:MM. */
const clockTime = (value: string): string => {
  const [, hours, minutes = '00'] = /^(\d{1,2})\s?h\s?(\d{2})?$/i.exec(value.trim()) ?? [];
  return hours === undefined ? value : `${hours.padStart(2, '0')}:${minutes}`;
};

/** Wall-clock time in Europe/Paris, HH:MM; "21h" and "21h30" are accepted. */
export const timeOfDay = z
  .string('Heure invalide')
  .transform(clockTime)
  .pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Heure invalide'));

/** Id of the platform: a UUID. */
export const id = z.uuid('Identifiant invalide');
