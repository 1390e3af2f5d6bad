import type { Site } from './site.ts';

/** Access tokens of the demo accounts, by account. */
export interface Sessions {
  administrator: string;
  paid: string;
  unpaid: string;
  /** Tokens by slug. */
  affiliates: Readonly<Record<string, string>>;
}

const tokenOf = async (url: string, body: object): Promise<string> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`${new URL(url).pathname} responded with ${response.status} and no token`);
  return token;
};

/** Logs every demo account in. */
export const openSessions = async ({
  url,
  accounts: { administrator, affiliates, paid, unpaid },
}: Site): Promise<Sessions> => ({
  administrator: await tokenOf(`${url}/api/admin/verify`, administrator),
  paid: await tokenOf(`${url}/api/auth/login`, paid),
  unpaid: await tokenOf(`${url}/api/auth/login`, unpaid),
  affiliates: Object.fromEntries(
    await Promise.all(
      affiliates.map(
        async ({ slug, password }) =>
          [slug, await tokenOf(`${url}/api/affiliates/${slug}/verify`, { password })] as const,
      ),
    ),
  ),
});
