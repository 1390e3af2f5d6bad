import { afterEach, beforeEach } from '@jest/globals';
import request from 'supertest';
import { modelOf } from 'web-kit/testing/model';
import { deployRemote, startShell } from './harness.ts';

/** Shell with a catalogue and affiliates, created for each test. */
export let stage: Awaited<ReturnType<typeof startShell>>;
export const get = (path: string) => request(stage.shell.http).get(path);

beforeEach(async () => {
  stage = await startShell();
  const nina = modelOf({ cover_image: '/uploads/public/x/1280.webp?v=2' });
  stage.catalogue.responses.set('/api/models?sort=wall', { status: 200, body: [nina] });
  stage.catalogue.responses.set('/internal/sitemap/1', { status: 200, body: { slugs: ['nina'], parts: 1 } });
  stage.catalogue.responses.set('/api/models/nina', { status: 200, body: nina });
  stage.affiliate.responses.set('/api/affiliates/aff-one', {
    status: 200,
    body: { affiliate: { name: 'Aff', slug: 'aff-one', is_active: true }, models: [] },
  });
  stage.affiliate.responses.set('/api/affiliates/paused', {
    status: 200,
    body: { affiliate: { name: 'Paused', slug: 'paused', is_active: false }, models: [] },
  });
  deployRemote(stage.remote, 'first');
  await stage.shell.start();
});
afterEach(() => stage.close());
