import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import { readStack } from './browser.ts';

const stack = readStack();

/** All operations of the platform. */
export const ALL = Object.values(operations) as Operation[];

/** Values for path parameters, so that any operation can be called. */
const PARTS: Record<string, string> = {
  id: '00000000-0000-4000-8000-000000000000',
  slug: 'aff-two',
  modelSlug: 'nina',
  filename: '00000000-0000-4000-8000-000000000000.webp',
  fileType: 'photos',
  token: 'x',
  partner: 'sandbox',
};
export const pathOf = (operation: Operation, parts: Record<string, string> = {}): string =>
  operation.path.replace(/:(\w+)/g, (_, name: string) => ({ ...PARTS, ...parts })[name] ?? 'x');

interface Sent {
  token?: string;
  body?: unknown;
  /** Raw body, sent unchanged. */
  text?: string;
  headers?: Record<string, string>;
  parts?: Record<string, string>;
}

export interface ApiResponse<Body = Record<string, unknown>> {
  status: number;
  body: Body;
}

/** Calls an operation as curl would. `Body` is the type that the caller expects of the response; it is not validated. */
export const request = async <Body = Record<string, unknown>>(
  operation: Operation,
  { token, body, text, headers = {}, parts }: Sent = {},
): Promise<ApiResponse<Body>> => {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(stack.url + pathOf(operation, parts), {
    method: operation.method,
    headers: {
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(content === undefined ? {} : { body: content }),
  });
  return { status: response.status, body: (await response.json()) as Body };
};

/** Returns the password of an affiliate of the demo data, or an empty text for others. */
export const demoPassword = (slug: string): string =>
  stack.accounts.affiliates.find((account) => account.slug === slug)?.password ?? '';

export const affiliateToken = async (slug: string, password = demoPassword(slug)): Promise<string> => {
  const { body } = await request(operations.verifyAffiliate as Operation, { body: { password }, parts: { slug } });
  return String(body.token);
};
export const administratorToken = async (): Promise<string> =>
  String(
    (
      await request(operations.verifyAdministrator as Operation, {
        body: { password: stack.accounts.administrator.password },
      })
    ).body.token,
  );
export const subscriberToken = async (kind: 'paid' | 'unpaid'): Promise<string> =>
  String((await request(operations.login as Operation, { body: stack.accounts[kind] })).body.token);
