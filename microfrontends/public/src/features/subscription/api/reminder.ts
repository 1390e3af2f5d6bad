import { getReminder, requestReminder } from 'contracts/operations/reminders';
import { call } from 'web-kit/api';
import { useMutation, useQuery, useQueryClient } from 'web-kit/query';
import { subscriberSession as session, useSession } from 'web-kit/session';

const keyOf = (email: string) => ['reminder', email] as const;

/** Queries whether the subscriber has requested the one reminder of an open payment. */
export const useReminder = () => {
  const email = useSession(session)?.user.email ?? '';
  return useQuery({ queryKey: keyOf(email), queryFn: ({ signal }) => call(getReminder, { session, signal }) });
};

/** Requests the reminder, by the subscriber's consent. */
export const useRequestReminder = () => {
  const email = useSession(session)?.user.email ?? '';
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(requestReminder, { session }),
    onSuccess: () => client.setQueryData(keyOf(email), { state: 'requested' }),
  });
};
