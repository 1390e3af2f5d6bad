import { useEffect } from 'react';
import { useQueryClient } from 'web-kit/query';
import { subscriberSession, useSession } from 'web-kit/session';

/** Removes a subscriber's cached responses, keyed by e-mail address, when the session ends. */
export const usePrivateCacheEviction = (): void => {
  const client = useQueryClient();
  const email = useSession(subscriberSession)?.user.email;
  useEffect(() => {
    if (email) return () => client.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(email) });
  }, [client, email]);
};
