import { createServer, request as forward } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The site on a port of its own, where a test deploys another release of the service worker. */
export const startReleaseProxy = async (siteUrl: string) => {
  const site = new URL(siteUrl);
  /** Replaces the worker's version and the offline page's title. */
  let release: { version: string; title: string } | undefined;
  const sendReleased = async (
    path: string,
    { version, title }: { version: string; title: string },
    outgoing: ServerResponse,
  ): Promise<void> => {
    const original = await fetch(siteUrl + path);
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
    if (release && (incoming.url === '/service-worker.js' || incoming.url === '/offline'))
      return void sendReleased(incoming.url, release, outgoing).catch(() => outgoing.destroy());
    const { method, headers, url: path } = incoming;
    const upstream = forward(
      { host: site.hostname, port: site.port, method, path, headers: { ...headers, host: site.host } },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    upstream.on('error', () => outgoing.destroy());
    // Event streams end with their client.
    outgoing.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: (version: string, title: string) => {
      release = { version, title };
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
