import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { notFoundPath } from 'contracts/pages';
import { serve } from 'service-kit/serve';
import { onCleanup, ping, start } from './start-gateway.ts';

/** Creates a service whose listener a test changes, at an address where nothing listens at first. */
const createLateService = async () => {
  const placeholder = createServer();
  await new Promise<void>((resolve) => placeholder.listen(0, '127.0.0.1', resolve));
  const { port } = placeholder.address() as { port: number };
  await new Promise((resolve) => placeholder.close(resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    listen: async (listener: RequestListener) => {
      const { close } = await serve(listener, { port, host: '127.0.0.1' });
      let closed: Promise<void> | undefined;
      const stop = () => (closed ??= close(0));
      onCleanup(stop);
      return stop;
    },
  };
};

const respond = (status: number, headers: Record<string, string>) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(`<p>${status}`);
const PUBLIC = { 'cache-control': 'public, max-age=0, must-revalidate' };

/** Listeners at the shell's address before the shell. */
const PREDECESSORS: [string, RequestListener | null][] = [
  ['nothing', null],
  ['another service, which has no such path', respond(404, PUBLIC)],
  ['a shell that is not built', respond(500, { 'cache-control': 'no-store' })],
  ['a shell without the public micro-frontend', respond(200, { 'cache-control': 'no-store' })],
];

test.each(PREDECESSORS)(
  'a gateway that started before the shell serves the home page as soon as the shell is up although %s responded before it',
  async (_name, before) => {
    const shell = await createLateService();
    const { url } = await start({ catalogue: ping() }, { upstreamAddresses: { shell: shell.url } });
    const stop = before ? await shell.listen(before) : undefined;
    const home = () => fetch(url).then(async (response) => ({ status: response.status, body: await response.text() }));
    const early = await Promise.all([home(), home()]);
    expect(early.map(({ body }) => body)).not.toContain('<p>home');
    await stop?.();
    await shell.listen((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', ...PUBLIC }).end(request.url === '/' ? '<p>home' : '');
    });
    expect(await home()).toEqual({ status: 200, body: '<p>home' });
  },
);

test('a gateway that started before the shell never serves the shared 404 document of other paths as the home page', async () => {
  const { url } = await start({
    shell: (request, response) =>
      request.url === '/'
        ? respond(200, PUBLIC)(request, response)
        : respond(404, { ...PUBLIC, 'content-location': notFoundPath('page') })(request, response),
  });
  const statusOf = (path: string) => fetch(url + path).then(({ status }) => status);
  expect(await statusOf('/no/such/page')).toBe(404);
  expect(await statusOf('/')).toBe(200);
  expect(await statusOf('/no/such/page')).toBe(404);
  expect(await statusOf('/')).toBe(200);
});
