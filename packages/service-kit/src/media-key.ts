import { randomBytes } from 'node:crypto';

/** Returns an unguessable key of 128 bits; its first two digits spread the files over folders. */
export const newKey = (): string => {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}`;
};

/** Key of a stored file; folders of resumable uploads have another format. */
const KEY = /^[0-9a-f]{2}\/[0-9a-f]{32}$/;
/** Whether a text has the format of a stored file's key. */
export const isKey = (value: string): boolean => KEY.test(value);
