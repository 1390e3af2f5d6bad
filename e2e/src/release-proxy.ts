import { createServer, request as forward } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a proxy of the site on which a test deploys another release of the service worker. Every request opens a connection: the
 * site may close an idle one just as it is reused.
 */
export const startReleaseProxy = async (siteUrl: string) => {
  const site = new URL(siteUrl);
  /** Reasons of requests that got no response. */
  const failures: string[] = [];
  /** Replaces the worker's version and the offline page's title. */
  let release: { version: string; title: string } | undefined;
  const sendReleased = async (
    path: string,
    { version, title }: { version: string; title: string },
    outgoing: ServerResponse,
  ): Promise<void> => {
    const original = await fetch(siteUrl + path, { headers: { connection: 'close' } });
    if (original.status !== 200) throw new Error(`the site responded with ${original.status}`);
    outgoing.writeHead(200, {
      ...Object.fromEntries(
        ['content-type', 'content-security-policy', 'cache-control'].map((name) => [
          name,
          original.headers.get(name) ?? '',
        ]),
      ),
      etag: `"${version}"`,
    });
    outgoing.end(
      (await original.text())
        .replace(/"version":"[^"]+"/, `"version":"${version}"`)
        .replace('<h1>Hors connexion</h1>', `<h1>${title}</h1>`),
    );
  };
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '/' } = incoming;
    const fail = (error: Error) => {
      if (!outgoing.destroyed) failures.push(`${path}: ${error.message}`);
      outgoing.destroy();
    };
    if (release && (path === '/service-worker.js' || path === '/offline'))
      return void sendReleased(path, release, outgoing).catch(fail);
    const upstream = forward(
      { host: site.hostname, port: site.port, method, path, headers: { ...headers, host: site.host }, agent: false },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.on('error', fail).pipe(outgoing);
      },
    );
    upstream.on('error', fail);
    // An event stream ends with its client.
    outgoing.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: (version: string, title: string) => {
      release = { version, title };
    },
    failures,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
