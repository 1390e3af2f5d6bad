import { useState } from 'react';

type WrongLikes = ReadonlyMap<string, string>;
const NONE: WrongLikes = new Map();

/** Holds typed likes that are no number, by filename, of all lists of a form. They outlive the fields in which they were typed. */
export const useWrongLikes = () => {
  const [wrongLikes, set] = useState(NONE);
  return {
    wrongLikes,
    /** Notes typed likes that are no number. @param text null: they are corrected */
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
