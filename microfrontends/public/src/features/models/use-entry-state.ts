import { useEffect, useState } from 'react';
import { useQueryClient } from 'web-kit/query';
import { useLocation } from 'web-kit/router';

const KEY = 'entry';

/** Returns a state like `useState`; navigating back to the history entry restores it. One component of a page may use it. */
export const useEntryState = <T>(initial: T) => {
  const client = useQueryClient();
  const { key } = useLocation();
  const [value, setValue] = useState(() => client.getQueryData<T>([KEY, key]) ?? initial);
  useEffect(() => {
    client.setQueryDefaults([KEY], { gcTime: Infinity });
    client.setQueryData<unknown>([KEY, key], value);
  }, [client, key, value]);
  return [value, setValue] as const;
};
