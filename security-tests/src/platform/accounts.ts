import {
  listAffiliateSessions,
  listAdministratorSessions,
  listSubscriberSessions,
} from 'contracts/operations/sessions';
import { verifyAffiliate } from 'contracts/operations/affiliates';
import { login, verifyAdministrator } from 'contracts/operations/auth';
import type { SessionView } from 'contracts/sessions';
import type { Caller, CallParts } from './calls.ts';
import type { Received } from './http-client.ts';

/** A user who is logged in twice, in two browsers. */
export interface Account {
  token: string;
  /** Refresh cookie of the first session, name and value. */
  refreshCookie: string;
  /** Id of the other session. */
  otherSessionId: string;
}

const refreshCookieOf = ({ headers }: Received): string =>
  headers['set-cookie']?.map((line) => line.split(';')[0] ?? '').find((pair) => pair.includes('_refresh=')) ?? '';

type LogIn = () => Promise<{ response: object; received: Received }>;
type List = (token: string) => Promise<SessionView[]>;

const openTwice = async (logIn: LogIn, list: List): Promise<Account> => {
  const { response, received } = await logIn();
  if (!('token' in response) || typeof response.token !== 'string')
    throw new Error('a login requires a second factor: these accounts must have none');
  const { token } = response;
  await logIn();
  const other = (await list(token))
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .find(({ current }) => !current);
  if (!other) throw new Error('a second login opened no session of its own');
  return { token, refreshCookie: refreshCookieOf(received), otherSessionId: other.id };
};

/** Opens two sessions of an account of each role. */
export const createAccounts = (call: Caller) => {
  const listOf = async (operation: typeof listAdministratorSessions, token: string) =>
    (await call(operation, { token })).response;
  return {
    administrator: (password: string): Promise<Account> =>
      openTwice(
        () => call(verifyAdministrator, { body: { password } }),
        (token) => listOf(listAdministratorSessions, token),
      ),
    subscriber: (credentials: { email: string; password: string }): Promise<Account> =>
      openTwice(
        () => call(login, { body: credentials }),
        (token) => listOf(listSubscriberSessions, token),
      ),
    affiliate: (slug: string, password: string): Promise<Account> => {
      const parts: CallParts = { params: { slug } };
      return openTwice(
        () => call(verifyAffiliate, { ...parts, body: { password } }),
        async (token) => (await call(listAffiliateSessions, { ...parts, token })).response,
      );
    },
  };
};
