import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ComponentType } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { seedQueries } from 'web-kit/initial-data';
import type { InitialData } from 'web-kit/initial-data';
import { createQueryClient } from 'web-kit/query';
import { StaticRouter } from 'web-kit/static-router';
import { App } from './app.tsx';

interface RenderOptions {
  /** Path of the page, without its query: HTML never depends on it. */
  path: string;
  initialData: InitialData;
  /** Component of the public micro-frontend, from its server bundle. */
  PublicApp: ComponentType;
  signal: AbortSignal;
}

export interface RenderedPage {
  /** Complete HTML: suspended parts have resolved, and no inline script is left. */
  html: string;
  /** `Link` header (RFC 8288) of the first visible pictures; empty without any. */
  link: string;
}

/**
 * Renders the page as HTML.
 * @throws the error of a component; the signal's reason after its timeout
 */
export const renderPage = async ({ path, initialData, PublicApp, signal }: RenderOptions): Promise<RenderedPage> => {
  const client = createQueryClient();
  seedQueries(client, initialData, path);
  const microfrontends = { component: () => PublicApp, invalidate: () => undefined };
  const rendered = Promise.withResolvers<string>();
  let link = '';
  const stream = renderToPipeableStream(
    <StaticRouter location={path}>
      <App client={client} initialData={initialData} microfrontends={microfrontends} />
    </StaticRouter>,
    {
      // Otherwise React would send large parts late, with a script that moves them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onHeaders: (headers) => void (link = headers.Link ?? ''),
      onAllReady: () => rendered.resolve(text(stream.pipe(new PassThrough()))),
      onError: rendered.reject,
    },
  );
  const abort = () => {
    rendered.reject(signal.reason);
    stream.abort(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return { html: await rendered.promise, link };
  } finally {
    signal.removeEventListener('abort', abort);
    client.clear();
  }
};
