import { useState } from 'react';

/**
 * Returns input that is not submitted yet, with its setter; it is reset when `value` changes by other means, such as navigation.
 */
export const useDraft = (value: string): [draft: string, type: (text: string) => void] => {
  const [{ of, draft }, set] = useState({ of: value, draft: value });
  if (of !== value) set({ of: value, draft: value });
  return [of === value ? draft : value, (text) => set({ of: value, draft: text })];
};
