import type { ModelView } from 'contracts/models';
import type { Sessions } from '../platform/sessions.ts';
import type { Site } from '../platform/site.ts';
import { requestText } from '../attack/http-text.ts';

/** A way to occupy connections without using them. */
export interface SlowScenario {
  name: string;
  /** Number of connections from each address. */
  connections: number;
  /** Bytes sent at once. */
  first: string;
  /** Bytes sent again and again, a few at a time; none when absent. */
  drip?: string;
  /** Whether the client does not read responses. */
  isDeaf?: true;
}

const head = (method: string, target: string, ...headers: string[]): string => requestText({ method, target, headers });
/** Creates the scenario of a body that is announced and begun but never completed. */
const slowBody = (name: string, method: string, target: string, ...headers: string[]): SlowScenario => ({
  name,
  connections: 16,
  first: `${head(method, target, 'content-type: application/json', 'content-length: 60000', ...headers)}{"email":"`,
  drip: 'a',
});

/** Creates every scenario, on a running platform with demo data. */
export const createScenarios = async (site: Site, { affiliates }: Sessions): Promise<SlowScenario[]> => {
  const models = (await (await fetch(`${site.url}/api/models`)).json()) as ModelView[];
  const film = models.find(({ cover_video: video }) => video !== null)?.cover_video;
  const [affiliate] = Object.entries(affiliates);
  if (!film || !affiliate) throw new Error('The site has no film or no affiliate: slow clients need the demo data.');
  const [slug, token] = affiliate;
  const asAffiliate = `authorization: Bearer ${token}`;
  return [
    { name: 'connections without a byte', connections: 40, first: '' },
    { name: 'half a request', connections: 40, first: 'GET /api/models HTTP/1.1\r\nhost: local' },
    {
      name: 'slow fields',
      connections: 40,
      first: 'GET /api/subscription HTTP/1.1\r\nhost: localhost\r\n',
      drip: 'x-a: b\r\n',
    },
    { name: 'slow fields of one byte', connections: 40, first: 'GET /nina HTTP/1.1\r\nx-a: ', drip: 'a' },
    slowBody('slow login', 'POST', '/api/auth/login'),
    slowBody('slow registration', 'POST', '/api/auth/register'),
    slowBody('slow password of an affiliate', 'POST', `/api/affiliates/${slug}/verify`),
    slowBody('slow check of a payment', 'POST', '/api/auth/check-payment'),
    slowBody('slow save of a model', 'PUT', '/api/models/00000000-0000-4000-8000-000000000000', asAffiliate),
    {
      name: 'slow chunks',
      connections: 16,
      first: `${head('POST', '/api/auth/forgot-password', 'content-type: application/json', 'transfer-encoding: chunked')}1\r\n{\r\n`,
      drip: '1\r\n \r\n',
    },
    {
      name: 'slow upload',
      connections: 16,
      first: `${head('POST', `/api/upload/photos/${slug}`, asAffiliate, 'content-type: multipart/form-data; boundary=b', 'content-length: 40000000')}--b\r\ncontent-disposition: form-data; name="file"; filename="a.webp"\r\n\r\n`,
      drip: 'RIFF',
    },
    { name: 'slow readers of a film', connections: 12, first: head('GET', film), isDeaf: true },
    { name: 'slow readers of a list', connections: 12, first: head('GET', '/api/models').repeat(60), isDeaf: true },
    { name: 'slow readers of pages', connections: 12, first: head('GET', '/nina').repeat(60), isDeaf: true },
    { name: 'idle event streams', connections: 40, first: head('GET', '/api/live') },
    { name: 'deaf event streams', connections: 40, first: head('GET', '/api/live'), isDeaf: true },
  ];
};
