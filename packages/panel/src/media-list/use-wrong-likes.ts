import { useState } from 'react';

type WrongLikes = ReadonlyMap<string, string>;
const NONE: WrongLikes = new Map();

/**
 * Returns typed likes that are not a number, by filename, for all lists of a form, and their setter. They outlive the fields in
 * which they were typed.
 */
export const useWrongLikes = () => {
  const [wrongLikes, set] = useState(NONE);
  return {
    wrongLikes,
    /** Records typed likes that are not a number. @param text null once they are corrected */
    setWrongLikes: (filename: string, text: string | null) =>
      set((all) => {
        const next = new Map(all);
        if (text === null) next.delete(filename);
        else next.set(filename, text);
        return next;
      }),
    clearWrongLikes: () => set(NONE),
  };
};
