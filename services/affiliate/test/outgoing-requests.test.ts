import { fillTemplate, postbackTemplate } from 'contracts/outgoing-postbacks';
import { startHttpServer } from 'testing/http-server';
import { createSafeRequest } from '../src/outgoing-postbacks/safe-request.ts';
import { retryDelaySeconds } from '../src/outgoing-postbacks/delivery-worker.ts';
import { signatureHeaders } from '../src/outgoing-postbacks/signature.ts';

const { signal } = new AbortController();
const get = (url: string) => ({ url, method: 'GET' as const, headers: {}, body: '', signal });

test('a signature is that of the example of Standard Webhooks, once per secret', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampSeconds: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(signatureHeaders(message, [secret, secret])).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': `${signature} ${signature}`,
  });
});

describe('a request to an address of an affiliate', () => {
  test.each([
    'http://example.org/',
    'https://example.org:8443/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://localhost/',
    'https://postgres.local/',
    'https://metadata.google.internal/',
  ])('is rejected before the resolution of %s', async (url) => {
    const { allows, send } = createSafeRequest();
    expect(allows(url)).toBe(false);
    await expect(send(get(url))).rejects.toThrow('address rejected');
  });

  test('is rejected where one of the addresses of its name is private', async () => {
    const resolve = ((_name: string, _options: object, callback: (error: null, all: object[]) => void) =>
      callback(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])) as unknown as typeof import('node:dns').lookup;
    await expect(createSafeRequest({ resolve }).send(get('https://rebound.example/'))).rejects.toThrow(
      'address rejected',
    );
  });

  test('does not follow a redirect, and ends with a response that does not', async () => {
    let requests = 0;
    const { url, close } = await startHttpServer((request, response) => {
      requests += 1;
      if (request.url === '/redirect') return response.writeHead(302, { location: '/other' }).end();
      const pour = () => {
        while (response.write(Buffer.alloc(16_384)));
        response.once('drain', pour);
      };
      response.writeHead(200);
      pour();
    });
    const { send } = createSafeRequest({ privateHosts: [new URL(url).host] });
    await expect(send(get(`${url}/redirect`))).resolves.toMatchObject({ status: 302 });
    await expect(send(get(`${url}/endless`))).resolves.toMatchObject({ status: 200 });
    expect(requests).toBe(2);
    await close();
  });

  test('ends with a response that switches to another protocol', async () => {
    const { url, close } = await startHttpServer((request) =>
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    );
    const { send } = createSafeRequest({ privateHosts: [new URL(url).host] });
    await expect(send(get(`${url}/`))).resolves.toMatchObject({ status: 101 });
    await close();
  });

  test('ends after its time limit', async () => {
    const { url, close } = await startHttpServer(() => undefined);
    const { send } = createSafeRequest({ privateHosts: [new URL(url).host], timeoutMs: 50 });
    await expect(send(get(`${url}/`))).rejects.toThrow();
    await close();
  });
});

describe('a template', () => {
  test.each([
    'https://{click_id}.example.org/',
    'https://example.org{click_id}/',
    '{event}://example.org/',
    'https://user:key@example.org/',
    'https://example.org/?x={unknown}',
    'https://example.org/?x={}',
    'https://example.org/?x={constructor}',
    'https://example.org/?x={click_id',
    'https://example.org/#{click_id}',
    'ftp://example.org/',
    'example.org',
    '',
  ])('is rejected: %s', (template) => {
    expect(postbackTemplate.safeParse(template).success).toBe(false);
  });

  test('takes its values URL-encoded', () => {
    const template = postbackTemplate.parse('https://example.org/p?c={click_id}&e={event}&c2={click_id}');
    const values = new Proxy({ click_id: 'é &=#/{event}+%', event: 'refund' }, {}) as Parameters<
      typeof fillTemplate
    >[1];
    const encoded = '%C3%A9%20%26%3D%23%2F%7Bevent%7D%2B%25';
    expect(fillTemplate(template, values)).toBe(`https://example.org/p?c=${encoded}&e=refund&c2=${encoded}`);
  });
});

test.each(['.', '..', '...'])('a click named %s changes no path: the value is left out', (click_id) => {
  const template = postbackTemplate.parse('https://example.org/tracker/{click_id}/paid?c={click_id}&e={event}');
  const values = { click_id, event: 'refund' } as Parameters<typeof fillTemplate>[1];
  expect(new URL(fillTemplate(template, values)).href).toBe('https://example.org/tracker//paid?c=&e=refund');
});

test('retries wait longer each time, with jitter, and fit into three days', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 30].map((attempts) => retryDelaySeconds(attempts, () => 0.5))).toEqual([
    10, 60, 300, 1_800, 3_600, 7_200, 14_400, 14_400,
  ]);
  expect(retryDelaySeconds(1, () => 0)).toBe(8);
  expect(retryDelaySeconds(1, () => 1)).toBe(12);
});
