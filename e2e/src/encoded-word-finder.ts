import { createHash } from 'node:crypto';

/**
 * Returns the base64 forms of bytes at any offset within the encoded data: four characters encode three bytes, so there are three
 * alignments, whose first and last characters depend on the neighbouring bytes.
 */
const base64Parts = (bytes: Buffer): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const all = Buffer.concat([Buffer.alloc(offset), bytes]);
    const part = all.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((all.length * 8) / 6));
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Creates a finder of a word of letters, digits and hyphens in any case: as it is (also in URLs, JSON and HTML), in hexadecimal
 * (PostgreSQL's bytes), in base64 at any alignment, and for an id as its 16 bytes.
 */
export const createFinder = (word: string) => {
  const spellings = [word, word.toLowerCase(), word.toUpperCase()].map((text) => Buffer.from(text));
  if (UUID.test(word)) spellings.push(Buffer.from(word.replaceAll('-', ''), 'hex'));
  const folded = [word.toLowerCase(), ...new Set(spellings.map((bytes) => bytes.toString('hex')))];
  const exact = [...new Set(spellings.flatMap(base64Parts))];
  return (text: string): boolean => {
    const lower = text.toLowerCase();
    return folded.some((spelling) => lower.includes(spelling)) || exact.some((spelling) => text.includes(spelling));
  };
};

/** Creates a finder of the SHA-256 of a text in hexadecimal and base64. */
export const createDigestFinder = (original: string) => {
  const digest = createHash('sha256').update(original).digest();
  const spellings = [digest.toString('hex'), ...base64Parts(digest)];
  return (text: string): boolean => spellings.some((spelling) => text.includes(spelling));
};
