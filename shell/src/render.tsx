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
  /** The public micro-frontend's component, of its server bundle. */
  PublicApp: ComponentType;
  signal: AbortSignal;
}

/**
 * The page's HTML, whole: what suspends is waited for, and nothing is left to an inline script.
 * @throws what a component threw; the signal's reason when it took too long
 */
export const renderPage = async ({ path, initialData, PublicApp, signal }: RenderOptions): Promise<string> => {
  const client = createQueryClient();
  seedQueries(client, initialData);
  const microfrontends = { component: () => PublicApp, forget: () => undefined };
  const rendered = Promise.withResolvers<string>();
  const stream = renderToPipeableStream(
    <StaticRouter location={path}>
      <App client={client} initialData={initialData} microfrontends={microfrontends} />
    </StaticRouter>,
    {
      // Large parts would otherwise come late and be moved into place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
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
    return await rendered.promise;
  } finally {
    signal.removeEventListener('abort', abort);
    client.clear();
  }
};
