import * as common from '@zxcvbn-ts/language-common';
import * as french from '@zxcvbn-ts/language-fr';
import { canonicalPassword } from './canonical-password.ts';

/** Shorter entries of the lists would reject too much: "abc" is in them. */
const MIN_LENGTH = 4;

/** 49,000 leaked passwords in the order of their frequency, the French words of everyday and French first names. */
const COMMON = new Set(
  [common.dictionary['passwords-common'], french.dictionary['commonWords-fr'], french.dictionary['firstnames-fr']]
    .flat()
    .map(canonicalPassword)
    .filter(({ length }) => length >= MIN_LENGTH),
);

/** @param canonical form of a password */
export const isCommonPassword = (canonical: string): boolean => COMMON.has(canonical);
