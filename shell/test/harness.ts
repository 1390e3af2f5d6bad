import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from 'service-kit/logger';
import { startHttpServer } from 'testing/http-server';
import { createShell } from '../src/server/app.ts';

/** Creates a stub service whose responses a test sets: path -> status and body; null destroys the socket. */
export const createService = async () => {
  const responses = new Map<
    string,
    { status: number; body: unknown; location?: string; headers?: Record<string, string> } | null
  >();
  const requests: string[] = [];
  const { url, close } = await startHttpServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const stub = responses.has(path)
      ? responses.get(path)
      : { status: 404, body: { error: 'Non trouvé', code: 'NOT_FOUND', requestId: '' } };
    if (!stub) return void request.socket.destroy();
    response.writeHead(stub.status, {
      'content-type': 'application/json',
      ...(stub.location && { location: stub.location }),
      ...stub.headers,
    });
    response.end(typeof stub.body === 'string' ? stub.body : JSON.stringify(stub.body));
  });
  return { url, responses, requests, close };
};

/** Deploys a version of the public micro-frontend to a stub service. `code` stands for the bundle's code. */
export const deployRemote = (
  { responses }: Awaited<ReturnType<typeof createService>>,
  code: string,
  sha256 = createHash('sha256').update(code).digest('hex'),
) => {
  responses.set('/server/bundle.json', { status: 200, body: { file: 'app.mjs', sha256 } });
  responses.set('/server/app.mjs', { status: 200, body: code });
  responses.set('/assets/app.1.css', { status: 200, body: 'h1 { margin: 0 }' });
  responses.set('/assets/legal.1.css', { status: 200, body: 'fieldset { margin: 0 }' });
  responses.set('/mf-manifest.json', {
    status: 200,
    body: {
      metaData: { publicPath: '/remotes/public/', remoteEntry: { name: 'assets/remoteEntry.1.js', path: '' } },
      exposes: [
        {
          name: 'app',
          assets: {
            js: { sync: ['assets/app.1.js'], async: [] },
            css: { sync: ['assets/app.1.css'], async: ['assets/7.1.css', 'assets/legal.1.css'] },
          },
        },
      ],
    },
  });
};

/** The operator's facts, not all of which are given. */
export const OPERATOR = { name: 'Exemple SAS', email: 'bonjour@exemple.fr' };

/** Starts the real server on a small build; only the import of built files is replaced: a file's text is the name of its module. */
export const startShell = async (
  url = 'https://coulisses.example',
  { hasServiceWorker = true, logger = createLogger('shell', 'silent') } = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), 'shell-'));
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'server'), { recursive: true });
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(
    join(dist, 'page-assets.json'),
    JSON.stringify({
      first: '/assets/first-script.0123456789.js',
      scripts: ['/assets/main.0123456789.js'],
      styles: ['/assets/main.0123456789.css'],
      preloads: ['/assets/kit.0123456789.js'],
      fonts: ['/assets/imbue.0123456789.woff2'],
    }),
  );
  await writeFile(join(dist, 'assets/main.0123456789.js'), 'start()');
  await writeFile(join(dist, 'assets/main.0123456789.css'), 'main { margin: 0 }');
  await writeFile(join(dist, 'server/bundle.json'), JSON.stringify({ file: 'shell.mjs' }));
  await writeFile(join(dist, 'server/shell.mjs'), 'shell');
  await mkdir(join(dist, 'worker'));
  await writeFile(join(dist, 'worker/service-worker.js'), 'work()');
  await writeFile(join(dist, 'worker/offline-page.js'), 'show()');

  const modules: Record<string, unknown> = {
    shell: {
      renderPage: async ({ path, PublicApp }: { path: string; PublicApp: () => string }) => ({
        html: `<main>${PublicApp()} ${path}</main>`,
        link: '</uploads/public/x/320.webp>; rel=preload; as="image"',
      }),
    },
    first: { default: () => 'first' },
    second: { default: () => 'second' },
    broken: {
      default: () => {
        throw new Error('broken');
      },
    },
  };
  const [catalogue, affiliate, remote] = await Promise.all([createService(), createService(), createService()]);
  const shell = createShell({
    site: { title: 'Coulisses', url, operator: OPERATOR },
    services: { catalogue: catalogue.url, affiliate: affiliate.url },
    remotePublicUrl: remote.url,
    dist,
    bundleFolder: join(folder, 'remotes'),
    isWatching: false,
    hasServiceWorker,
    load: async <Exports>(path: string) => modules[await readFile(path, 'utf8')] as Exports,
    logger,
  });
  return {
    shell,
    catalogue,
    affiliate,
    remote,
    close: async () => {
      shell.stop();
      for (const service of [catalogue, affiliate, remote]) await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
