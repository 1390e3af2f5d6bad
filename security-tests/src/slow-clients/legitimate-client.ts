import type { ModelView } from 'contracts/models';
import type { Sessions } from '../platform/sessions.ts';
import type { Site } from '../platform/site.ts';

/** Requests that a user waits for, by name; each resolves with its status. */
type Visit = Record<string, () => Promise<number>>;

const visitOf = (site: Site, { paid }: Sessions, slug: string): Visit => {
  // Token of the last login, as in a browser: the many logins end the first sessions of the account.
  let token = paid;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(site.url + path, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  return {
    page: () => get(`/${slug}`),
    model: () => get(`/api/models/${slug}`, { authorization: `Bearer ${token}` }),
    payment: () => get('/api/auth/check-payment', { authorization: `Bearer ${token}` }),
    login: async () => {
      const response = await fetch(`${site.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(site.accounts.paid),
      });
      const result = (await response.json()) as { token?: string };
      token = result.token ?? token;
      return response.status;
    },
  };
};

export interface Measured {
  p95Ms: number;
  requests: number;
  /** Requests whose status was not 200. */
  failures: string[];
}

const p95 = (durationsMs: number[]): number =>
  durationsMs.toSorted((a, b) => a - b)[Math.ceil(durationsMs.length * 0.95) - 1] ?? 0;

/** Creates a well-behaved client that visits the site again and again for a given time. */
export const createLegitimateClient = async (site: Site, sessions: Sessions) => {
  const [model] = (await (await fetch(`${site.url}/api/models`)).json()) as ModelView[];
  if (!model) throw new Error('The site has no model.');
  const visit = visitOf(site, sessions, model.slug);
  return {
    measure: async (durationMs: number): Promise<Measured> => {
      const durations: number[] = [];
      const failures: string[] = [];
      const endsAt = performance.now() + durationMs;
      while (performance.now() < endsAt)
        for (const [name, request] of Object.entries(visit)) {
          const startedAt = performance.now();
          const status = await request().catch((error: unknown) => String(error));
          durations.push(performance.now() - startedAt);
          if (status !== 200) failures.push(`${name}: ${status}`);
        }
      return { p95Ms: p95(durations), requests: durations.length, failures };
    },
  };
};
