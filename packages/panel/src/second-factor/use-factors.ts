import type { Enrolment, NewFactor, SecondFactorView } from 'contracts/second-factor';
import { useMutation, useQuery, useQueryClient } from 'web-kit/query';
import type { PanelOwner } from '../panel-owner.ts';
import { addFactor } from './api/add-factor.ts';
import { beginEnrolment } from './api/begin-enrolment.ts';
import { getSecondFactor } from './api/get-second-factor.ts';
import { removeFactor } from './api/remove-factor.ts';
import { renewRecoveryCodes } from './api/renew-recovery-codes.ts';

/** Calls on the account's own second factors, authorised by the account's token. */
export interface FactorCalls {
  view: (signal: AbortSignal) => Promise<SecondFactorView>;
  begin: () => Promise<Enrolment>;
  add: (body: NewFactor) => Promise<{ recoveryCodes: string[] | null }>;
  remove: (id: string) => Promise<unknown>;
  renewCodes: () => Promise<{ recoveryCodes: string[] }>;
}

/** Creates the calls on second factors of a panel's user. */
export const factorCallsOf = (owner: PanelOwner): FactorCalls => ({
  view: (signal) => getSecondFactor(owner, signal),
  begin: () => beginEnrolment(owner),
  add: (body) => addFactor(owner, body),
  remove: (id) => removeFactor(owner, id),
  renewCodes: () => renewRecoveryCodes(owner),
});

/** Queries a user's second factors, and returns the calls that change them. @param owner a panel's name, for the cache */
export const useFactors = (owner: string, { view, begin, add, remove, renewCodes }: FactorCalls) => {
  const client = useQueryClient();
  const queryKey = ['second-factors', owner] as const;
  // Also after a rejection: the list may be outdated.
  const onSettled = () => client.invalidateQueries({ queryKey });
  return {
    query: useQuery({ queryKey, queryFn: ({ signal }) => view(signal), staleTime: 0 }),
    begin: useMutation({ mutationFn: begin }),
    add: useMutation({ mutationFn: add, onSettled }),
    remove: useMutation({ mutationFn: remove, onSettled }),
    renewCodes: useMutation({ mutationFn: renewCodes, onSettled }),
  };
};
