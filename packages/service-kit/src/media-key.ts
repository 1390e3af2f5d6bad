import { randomBytes } from 'node:crypto';

/** 128 bits that cannot be guessed; the first two digits spread the files over folders. */
export const newKey = (): string => {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}`;
};

/** Of a file in media's store; the folders of uploads in parts look otherwise. */
const KEY = /^[0-9a-f]{2}\/[0-9a-f]{32}$/;
export const isKey = (value: string): boolean => KEY.test(value);
