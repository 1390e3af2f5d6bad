import * as common from '@zxcvbn-ts/language-common';
import * as french from '@zxcvbn-ts/language-fr';
import { canonicalPassword } from './canonical-password.ts';

/** Shorter entries of the lists would reject too many passwords: "abc" is one. */
const MIN_LENGTH = 4;

/** 49,000 leaked passwords in order of frequency, and common French words and first names. */
const COMMON = new Set(
  [common.dictionary['passwords-common'], french.dictionary['commonWords-fr'], french.dictionary['firstnames-fr']]
    .flat()
    .map(canonicalPassword)
    .filter(({ length }) => length >= MIN_LENGTH),
);

/** @param canonical normalised password (canonical-password.ts) */
export const isCommonPassword = (canonical: string): boolean => COMMON.has(canonical);
