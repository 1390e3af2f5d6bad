import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODE_COUNT } from 'contracts/second-factor';
import { BASE32 } from '../base32.ts';

/** 120 bits: from 112 bits on, a plain hash may be stored (OWASP ASVS 5.0, 6.5.2). */
const LENGTH = 24;
const GROUP = /.{6}(?!$)/g;

const newCode = (): string => Array.from({ length: LENGTH }, () => BASE32[randomInt(BASE32.length)]).join('');

/** Returns new recovery codes, in groups of six characters: "7K2MQX-...". */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODE_COUNT }, () => newCode().replace(GROUP, '$&-'));

/** Returns the stored hash of a code, with or without its hyphens. */
export const recoveryCodeHash = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll('-', '')).digest();
