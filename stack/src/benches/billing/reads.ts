import type { HttpClient } from '../http-client.ts';
import type { Outcome } from '../open-loop.ts';

interface Reads {
  http: HttpClient;
  slugs: readonly string[];
  /** Access token of a subscriber. */
  token: string;
}

const KINDS = 4;

/** Returns the path of the read with this number, in rotation: home, list, a model's page and the reader's subscription. */
export const readPath = (index: number, slugs: readonly string[]): { path: string; isPersonal: boolean } => {
  const paths = ['/', '/api/models', `/${slugs[Math.floor(index / KINDS) % slugs.length] ?? ''}`, '/api/subscription'];
  const path = paths[index % KINDS] ?? '/';
  return { path, isPersonal: path === '/api/subscription' };
};

/** Sends the read with this number. */
export const sendRead = ({ http, slugs, token }: Reads, index: number): Promise<Outcome> => {
  const { path, isPersonal } = readPath(index, slugs);
  return http.expectOk(path, isPersonal ? { authorization: `Bearer ${token}` } : {});
};
