import type { SessionView } from 'contracts/sessions';
import { useMutation, useQuery, useQueryClient } from 'web-kit/query';

/** Calls on the account's own sessions, authorised by the account's token. */
export interface DeviceCalls {
  list: (signal: AbortSignal) => Promise<SessionView[]>;
  end: (id: string) => Promise<unknown>;
  endAll: () => Promise<unknown>;
}

/** Returns the cache key of the list. @param owner an e-mail address or a panel's name */
export const devicesKey = (owner: string) => ['devices', owner] as const;

/** Queries the sessions of the account, and returns the calls that end them. */
export const useDevices = (owner: string, { list, end, endAll }: DeviceCalls) => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: devicesKey(owner) });
  return {
    query: useQuery({ queryKey: devicesKey(owner), queryFn: ({ signal }) => list(signal), staleTime: 0 }),
    // Also after a rejection: the list may be outdated.
    end: useMutation({ mutationFn: end, onSettled: refresh }),
    endAll: useMutation({ mutationFn: endAll }),
  };
};
