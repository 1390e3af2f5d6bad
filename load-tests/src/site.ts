import http from 'k6/http';
import type { RefinedParams, RefinedResponse, ResponseType } from 'k6/http';

/** Base address of the site. run.mjs passes this value and the ones below. */
export const baseUrl = __ENV.BASE_URL || 'http://localhost:8080';
/** The sandbox partner's address as seen from here, where it differs from the target of the site's redirects. */
const partnerUrl = __ENV.PARTNER_URL;
/** Prefix of everything that this run creates: slugs of models, e-mail addresses of people. */
export const runId = __ENV.RUN_ID || 'by-hand';

interface Accounts {
  affiliates: { slug: string; password: string }[];
}
/** Accounts as in stack.json. Null: journeys of affiliates are skipped. */
export const accounts: Accounts | null = __ENV.ACCOUNTS
  ? (JSON.parse(open(__ENV.ACCOUNTS)) as { accounts: Accounts }).accounts
  : null;

/** Purpose of a request, a tag of every metric: thresholds are set by kind. */
export type Kind = 'page' | 'cached' | 'read' | 'login' | 'write' | 'media' | 'upload' | 'partner';

interface RequestOptions {
  kind: Kind;
  /** Pattern of the path, so that metrics are not split by slug. */
  name: string;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Reads the body; without it k6 discards the body unread. */
  readsBody?: boolean;
}

const paramsOf = ({
  kind,
  name,
  token,
  headers = {},
  readsBody = false,
}: RequestOptions): RefinedParams<ResponseType> => ({
  headers: { 'accept-encoding': 'br, gzip', ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
  tags: { kind, name },
  responseType: readsBody ? 'text' : 'none',
  redirects: 0,
  timeout: '30s',
});

export const get = (path: string, options: RequestOptions): RefinedResponse<ResponseType> =>
  http.get(baseUrl + path, paramsOf(options));

export const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object | null,
  options: RequestOptions,
): RefinedResponse<ResponseType> =>
  http.request(
    method,
    baseUrl + path,
    body === null ? null : JSON.stringify(body),
    paramsOf({
      readsBody: true,
      ...options,
      headers: { ...options.headers, ...(body === null ? {} : { 'content-type': 'application/json' }) },
    }),
  );

export const sendFile = (
  path: string,
  field: string,
  file: ReturnType<typeof http.file>,
  options: RequestOptions,
): RefinedResponse<ResponseType> =>
  http.post(baseUrl + path, { [field]: file }, paramsOf({ readsBody: true, ...options }));

/** Returns the address of a page of the partner, from the site's redirect. */
export const atPartner = (location: string): string =>
  partnerUrl ? location.replace(/^https?:\/\/[^/]+/, partnerUrl) : location;

export const press = (checkout: string, action: 'accept' | 'duplicate'): RefinedResponse<ResponseType> => {
  const [page = '', query = ''] = checkout.split('?');
  const form = Object.fromEntries(
    query
      .split('&')
      .map((pair) => pair.split('=').map((part) => decodeURIComponent(part.replace(/\+/g, ' '))) as [string, string]),
  );
  return http.post(
    `${page.replace(/\/+$/, '')}/pay`,
    { ...form, action },
    paramsOf({ kind: 'partner', name: 'partner: pay', headers: { accept: 'application/json' } }),
  );
};

/** Returns the body of a response that was requested with `readsBody`; empty where the request failed. */
export const textOf = ({ body }: RefinedResponse<ResponseType>): string => (typeof body === 'string' ? body : '');

export const json = <Result>(response: RefinedResponse<ResponseType>): Result => JSON.parse(textOf(response)) as Result;
