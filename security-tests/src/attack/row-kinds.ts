import type { ModelView } from 'contracts/models';
import { ABSENT_ID } from '../platform/names.ts';
import type { Site } from '../platform/site.ts';
import type { Sessions } from '../platform/sessions.ts';
import type { HttpText } from './http-text.ts';
import type { RawResponse } from './responses.ts';

/** Kind of row of the gateway's table, as one valid request and its expected response. */
export interface RowKind {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Returns the target. @param unique part of a path that no other request has */
  target: (unique: string) => string;
  headers: readonly string[];
  body: HttpText;
  status: number;
  /** Text in the body or the Location of the expected response. */
  contains: string;
  /** Whether the response carries the request's x-request-id; a cached one does so only while it is loaded. */
  hasRequestId: 'always' | 'sometimes';
  /** Whether the response never ends. */
  isEndless?: true;
  /** Whether the gateway streams the body, so that the service receives the beginning of one that turns out to be malformed. */
  isStreamed?: true;
}

export const takesBody = ({ method }: RowKind): boolean => method !== 'GET';

const BOUNDARY = 'attack';
const TEXT_FILE = [
  `--${BOUNDARY}`,
  'content-disposition: form-data; name="file"; filename="a.webp"',
  'content-type: image/webp',
  '',
  'no picture',
  `--${BOUNDARY}--`,
  '',
].join('\r\n');
const JSON_TYPE = 'content-type: application/json';

/** Whether a response is the expected one of its row. */
export const isRight = (row: RowKind, { status, headers, body }: RawResponse, method: string): boolean =>
  status === row.status && (method === 'HEAD' || `${headers.location ?? ''}${body}`.includes(row.contains));

/** Returns every kind of row, on a running platform with demo data. */
export const createRowKinds = async (site: Site, { administrator, paid }: Sessions): Promise<RowKind[]> => {
  const [model] = (await (await fetch(`${site.url}/api/models`)).json()) as ModelView[];
  if (!model?.avatar_image) throw new Error('The site has no model with an avatar: the attacks need the demo data.');
  const { slug, avatar_image: avatar } = model;
  const read = { method: 'GET', headers: [], body: '', hasRequestId: 'always' } as const;
  const asAdministrator = `authorization: Bearer ${administrator}`;
  return [
    {
      ...read,
      name: 'proxied',
      target: () => '/api/subscription',
      headers: [`authorization: Bearer ${paid}`],
      status: 200,
      contains: '"hasPaid":true',
    },
    {
      ...read,
      name: 'proxied-write',
      method: 'POST',
      target: () => '/api/auth/login',
      headers: [JSON_TYPE],
      body: '{}',
      status: 400,
      contains: 'VALIDATION_FAILED',
    },
    {
      ...read,
      name: 'model-write',
      method: 'PUT',
      target: () => `/api/models/${ABSENT_ID}`,
      headers: [JSON_TYPE, asAdministrator],
      body: '{"bio":""}',
      status: 404,
      contains: 'MODEL_NOT_FOUND',
    },
    {
      ...read,
      name: 'cached-call',
      target: () => '/api/models',
      status: 200,
      contains: `"slug":"${slug}"`,
      hasRequestId: 'sometimes',
    },
    {
      ...read,
      name: 'cached-page',
      target: () => `/${slug}`,
      status: 200,
      contains: '<!doctype html>',
      hasRequestId: 'sometimes',
    },
    { ...read, name: 'cached-picture', target: () => avatar, status: 200, contains: 'WEBP', hasRequestId: 'sometimes' },
    {
      ...read,
      name: 'uncached-load',
      target: (unique) => `/api/models/${unique}`,
      status: 404,
      contains: 'MODEL_NOT_FOUND',
    },
    {
      ...read,
      name: 'shared-404',
      target: (unique) => `/${unique}/absent`,
      status: 404,
      contains: '<!doctype html>',
      hasRequestId: 'sometimes',
    },
    {
      ...read,
      name: 'upload',
      method: 'POST',
      target: () => `/api/upload/photos/${slug}`,
      headers: [`content-type: multipart/form-data; boundary=${BOUNDARY}`, asAdministrator],
      body: TEXT_FILE,
      status: 415,
      contains: 'INVALID_FILE_TYPE',
      isStreamed: true,
    },
    {
      ...read,
      name: 'upload-part',
      method: 'PATCH',
      target: () => `/api/upload/resumable/${ABSENT_ID}`,
      headers: [
        'content-type: application/offset+octet-stream',
        'tus-resumable: 1.0.0',
        'upload-offset: 0',
        asAdministrator,
      ],
      body: 'part',
      status: 404,
      contains: 'FILE_NOT_FOUND',
      isStreamed: true,
    },
    {
      ...read,
      name: 'event-stream',
      target: () => '/api/live',
      status: 200,
      contains: 'retry:',
      hasRequestId: 'sometimes',
      isEndless: true,
    },
    {
      ...read,
      name: 'own',
      target: () => '/health/live',
      status: 200,
      contains: '{"status":"ok"}',
      hasRequestId: 'sometimes',
    },
    {
      ...read,
      name: 'redirect',
      target: () => `/${slug.toUpperCase()}`,
      status: 301,
      contains: `/${slug}`,
      hasRequestId: 'sometimes',
    },
    { ...read, name: 'remote', target: () => '/remotes/public/mf-manifest.json', status: 200, contains: 'mf_public' },
    { ...read, name: 'browser-page', target: () => '/welcome', status: 200, contains: '<!doctype html>' },
  ];
};
