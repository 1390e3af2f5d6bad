import type { SessionView } from 'contracts/sessions';
import { useMutation, useQuery, useQueryClient } from 'web-kit/query';

/** Calls on the account's own sessions, authorised by its token. */
export interface DeviceCalls {
  list: (signal: AbortSignal) => Promise<SessionView[]>;
  end: (id: string) => Promise<unknown>;
  endAll: () => Promise<unknown>;
}

/** Key of the list, by whose it is: an e-mail, a panel's name. */
export const devicesKey = (owner: string) => ['devices', owner] as const;

/** Sessions of the account, and the calls that end them. */
export const useDevices = (owner: string, { list, end, endAll }: DeviceCalls) => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: devicesKey(owner) });
  return {
    query: useQuery({ queryKey: devicesKey(owner), queryFn: ({ signal }) => list(signal), staleTime: 0 }),
    // Also after a refusal: the list is older than what the server knows.
    end: useMutation({ mutationFn: end, onSettled: refresh }),
    endAll: useMutation({ mutationFn: endAll }),
  };
};
