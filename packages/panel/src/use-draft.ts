import { useState } from 'react';

/** What is typed before it is asked for; starts anew when `value`, which it stands for, became another (somebody went back, or chose elsewhere). */
export const useDraft = (value: string): [draft: string, type: (text: string) => void] => {
  const [{ of, draft }, set] = useState({ of: value, draft: value });
  if (of !== value) set({ of: value, draft: value });
  return [of === value ? draft : value, (text) => set({ of: value, draft: text })];
};
