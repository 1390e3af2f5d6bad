import { z } from 'zod';
import { EMAIL_MAX_LENGTH, NAME_LENGTH, PASSWORD_LENGTH } from './limits.ts';
import { TEXTS } from './texts.ts';

/** Control characters have no place in one line of text: they would break headers, logs and mails. Half a surrogate pair is no character. */
const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u;
/** Several lines: tab and line feed allowed. */
const SEVERAL_LINES = /^[^\p{Cc}\p{Cs}]*$/u;
const singleLine = (value: string) => ONE_LINE.test(value);

/** An optional line of text: absent stays absent, null becomes empty. */
export const text = (max: number, tooLong = 'Texte trop long') =>
  z
    .string()
    .nullable()
    .transform((value) => (value ?? '').trim())
    .pipe(z.string().max(max, tooLong).refine(singleLine, 'Caractères non autorisés'));

/** An optional text of several lines. */
export const longText = (max: number) =>
  z
    .string()
    .nullable()
    .transform((value) => (value ?? '').replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .max(max, 'Texte trop long')
        .refine((value) => SEVERAL_LINES.test(value.replace(/[\n\t]/g, '')), 'Caractères non autorisés'),
    );

/** Thousands as French people and spreadsheets separate them: by a space, a no-break space or a narrow one. */
const GROUPED = /^-?\d{1,3}(?:[ \u00a0\u202f]\d{3})+$/;
const ungrouped = (text: string): string => (GROUPED.test(text) ? text.replace(/[ \u00a0\u202f]/g, '') : text);

/** A whole number that forms hold as text: "12", "1 200", 12, "" and null (both `empty`). */
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
    context.addIssue({ code: 'custom', message: 'Nombre invalide' });
    return z.NEVER;
  });

/** Draws nothing: spaces, what Unicode lets a font ignore, and the pattern of no dots. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Turns the direction of what is written around the name. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u;

/** A required name: one line that can be read where it is shown. @param min visible characters */
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
    .refine((value) => singleLine(value) && !DIRECTION.test(value), 'Caractères non autorisés');

const person = (tooShort: string, tooLong: string) => visibleName({ ...NAME_LENGTH, tooShort, tooLong });
export const firstName = person(TEXTS.firstNameTooShort, TEXTS.firstNameTooLong);
export const lastName = person(TEXTS.lastNameTooShort, TEXTS.lastNameTooLong);

/** Trimmed; the services compare addresses without regard to case. */
export const email = z
  .string(TEXTS.emailInvalid)
  .trim()
  .max(EMAIL_MAX_LENGTH, TEXTS.emailTooLong)
  .pipe(z.email(TEXTS.emailInvalid));
/** An e-mail field that may be left empty. */
export const optionalEmail = text(EMAIL_MAX_LENGTH, TEXTS.emailTooLong).pipe(
  z.union([z.literal(''), z.email(TEXTS.emailInvalid)], TEXTS.emailInvalid),
);

export const password = z
  .string(TEXTS.passwordTooShort)
  .min(PASSWORD_LENGTH.min, TEXTS.passwordTooShort)
  .max(PASSWORD_LENGTH.max, TEXTS.passwordTooLong);
/** A password that is only compared: its error names no rule. */
export const givenPassword = z.string(TEXTS.wrongPassword).min(1, TEXTS.wrongPassword).max(200, TEXTS.wrongPassword);

/** The parsed address; null where it is none, or carries credentials. */
const parsedUrl = (value: string): URL | null => {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url?.username === '' && url.password === '' ? url : null;
};

/** An optional http(s) address without credentials; which hosts are allowed is the services' own rule. */
export const optionalUrl = (message = 'URL invalide') =>
  text(500, 'URL trop longue').refine((value) => {
    if (value === '') return true;
    const url = parsedUrl(value);
    return url?.protocol === 'https:' || url?.protocol === 'http:';
  }, message);

/** A link to Telegram: https on t.me or telegram.me. */
export const optionalTelegramLink = text(300, 'Lien Telegram trop long').refine((value) => {
  if (value === '') return true;
  const url = parsedUrl(value);
  // The host with its port: a link to Telegram has none.
  return url?.protocol === 'https:' && ['t.me', 'telegram.me', 'telegram.dog'].includes(url.host);
}, 'Lien Telegram invalide');

/** Identifiers of the partner: source ids and the like. */
export const optionalPartnerId = text(64).refine((value) => /^[\w.-]*$/.test(value), 'Identifiant invalide');

/** "21h" and "21h30" as HH:MM. */
const clockTime = (value: string): string => {
  const [, hours, minutes = '00'] = /^(\d{1,2})\s?h\s?(\d{2})?$/i.exec(value.trim()) ?? [];
  return hours === undefined ? value : `${hours.padStart(2, '0')}:${minutes}`;
};

/** HH:MM, wall-clock time in Europe/Paris; also read from "21h" and "21h30". */
export const timeOfDay = z
  .string('Heure invalide')
  .transform(clockTime)
  .pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Heure invalide'));

/** Ids of the platform are UUIDs. */
export const id = z.uuid('Identifiant invalide');
