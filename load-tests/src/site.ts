import http from 'k6/http';
import type { RefinedParams, RefinedResponse, ResponseType } from 'k6/http';

/** Everything that run.mjs passes to a run. */
export const baseUrl = __ENV.BASE_URL || 'http://localhost:8080';
/** Where the sandbox partner is reached from here, when not at the address that people are sent to. */
const partnerUrl = __ENV.PARTNER_URL;
/** Marks what this run creates: models by their slug, people by their address. */
export const runId = __ENV.RUN_ID || 'by-hand';

interface Accounts {
  affiliates: { slug: string; password: string }[];
}
/** As in the stack's stack.json. Null: journeys of affiliates are left out. */
export const accounts: Accounts | null = __ENV.ACCOUNTS
  ? (JSON.parse(open(__ENV.ACCOUNTS)) as { accounts: Accounts }).accounts
  : null;

/** What a request is for, in every figure: thresholds are set by kind. */
export type Kind = 'page' | 'cached' | 'read' | 'login' | 'write' | 'media' | 'upload' | 'partner';

interface RequestOptions {
  kind: Kind;
  /** The path's pattern, so that figures do not fall apart by slug. */
  name: string;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Keep the body: without it k6 throws it away unread. */
  keep?: boolean;
}

const paramsOf = ({ kind, name, token, headers = {}, keep = false }: RequestOptions): RefinedParams<ResponseType> => ({
  headers: { 'accept-encoding': 'br, gzip', ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
  tags: { kind, name },
  responseType: keep ? 'text' : 'none',
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
      keep: true,
      ...options,
      headers: { ...options.headers, ...(body === null ? {} : { 'content-type': 'application/json' }) },
    }),
  );

export const sendFile = (
  path: string,
  field: string,
  file: ReturnType<typeof http.file>,
  options: RequestOptions,
): RefinedResponse<ResponseType> => http.post(baseUrl + path, { [field]: file }, paramsOf({ keep: true, ...options }));

/** A page of the partner's, to which the site's redirect led. */
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

/** The body of a response that was requested with `keep`; empty where the request failed. */
export const textOf = ({ body }: RefinedResponse<ResponseType>): string => (typeof body === 'string' ? body : '');

export const json = <Result>(response: RefinedResponse<ResponseType>): Result => JSON.parse(textOf(response)) as Result;
