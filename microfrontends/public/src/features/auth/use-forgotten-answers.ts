import { useEffect } from 'react';
import { useQueryClient } from 'web-kit/query';
import { subscriberSession, useSession } from 'web-kit/session';

/** Whoever leaves takes along what only they were shown: those answers are kept under their e-mail address. */
export const useForgottenAnswers = (): void => {
  const client = useQueryClient();
  const email = useSession(subscriberSession)?.user.email;
  useEffect(() => {
    if (email) return () => client.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(email) });
  }, [client, email]);
};
