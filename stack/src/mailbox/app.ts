import express from 'express';
import helmet from 'helmet';
import { listPage, messagePage, missingPage } from './pages.ts';
import type { Store } from './store.ts';

/** Creates the mailbox over HTTP: JSON for tests, pages for people. */
export const createMailbox = (store: Store) => {
  const app = express();
  app.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: ["'unsafe-inline'"],
          imgSrc: ['data:'],
          frameAncestors: ["'none'"],
          formAction: ["'none'"],
        },
      },
      strictTransportSecurity: false,
    }),
  );
  app.get('/api/messages', async (request, response) => {
    const { to } = request.query;
    response.set('cache-control', 'no-store').json(await store.list(typeof to === 'string' ? to : undefined));
  });
  app.delete('/api/messages', (_request, response) => {
    store.clear();
    response.json({ ok: true });
  });
  app.get('/', async (_request, response) => void response.send(listPage(await store.list())));
  app.get('/messages/:id', async (request, response) => {
    const message = await store.find(request.params.id);
    response.status(message ? 200 : 404).send(message ? messagePage(message) : missingPage());
  });
  return app;
};
