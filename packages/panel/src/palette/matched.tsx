import { fold, wordsOf } from 'contracts/search';
import type { ReactNode } from 'react';

const WORD = /[\p{L}\p{N}]+/gu;

/** Whether every searched word is the start of a word of the text, the rule by which the catalogue finds models. */
export const isMatch = (text: string, search: string): boolean => {
  const words = wordsOf(text);
  return wordsOf(search).every((searched) => words.some((word) => word.startsWith(searched)));
};

/** Text with the matching starts of words marked. */
export function Matched({ text, search }: { text: string; search: string }) {
  const searched = wordsOf(search);
  const parts: ReactNode[] = [];
  let written = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const length = Math.max(0, ...searched.filter((each) => fold(word).startsWith(each)).map((each) => each.length));
    if (length === 0) continue;
    parts.push(text.slice(written, index), <mark key={index}>{word.slice(0, length)}</mark>);
    written = index + length;
  }
  return (
    <>
      {parts}
      {text.slice(written)}
    </>
  );
}
