import type { Operation } from 'contracts/operation';
import type { Received } from 'security-tests/platform/http-client';
import { mergeCookies } from './cookies.ts';
import type { CountedRequests } from './counted-requests.ts';
import { createValuePool, TOKEN_LIFE_MS } from './value-pool.ts';

/** A person with a login: how their sessions begin, are renewed, used and ended. */
export interface Person {
  login: Operation;
  refresh: Operation;
  logout: Operation;
  params: Readonly<Record<string, string>>;
  credentials: object;
  /** Calls to services that verify the token. */
  uses: readonly ((token: string) => Promise<unknown>)[];
}

const tokenOf = ({ text }: Received): string => (JSON.parse(text) as { token: string }).token;

/** Logs a person in, in the browser with these cookies; returns the token and the browser's cookies. */
export const logIn = async (
  call: CountedRequests['call'],
  { login, params, credentials }: Person,
  cookie = '',
): Promise<{ token: string; cookie: string }> => {
  const { received } = await call(login, { params, body: credentials, headers: cookie ? { cookie } : {} });
  return { token: tokenOf(received), cookie: mergeCookies(cookie, received) };
};

/** Logs a person in and keeps the session, with the tokens of all renewals. */
export const openSession = async (call: CountedRequests['call'], person: Person) => {
  const begun = await logIn(call, person);
  const tokens = createValuePool(TOKEN_LIFE_MS);
  tokens.add(begun.token);
  let { cookie } = begun;
  const refresh = async (): Promise<{ token: string; cookie: string }> => {
    const { received } = await call(person.refresh, { params: person.params, headers: { cookie } });
    cookie = mergeCookies(cookie, received);
    return { token: tokenOf(received), cookie };
  };
  return { person, tokens, refresh, cookie };
};
export type Session = Awaited<ReturnType<typeof openSession>>;
