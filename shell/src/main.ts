import { resolve } from 'node:path';
import { publicBucketOrigin } from 'service-kit/public-bucket';
import { runService } from 'service-kit/run-service';
import { createShell } from './server/app.ts';
import { shellConfig } from './server/config.ts';

const PACKAGE = resolve(import.meta.dirname, '..');

await runService({
  name: 'shell',
  config: shellConfig,
  create: async ({ config, logger, metrics }) => {
    const { http, readiness, start, stop } = createShell({
      site: { title: config.SITE_TITLE, url: config.PUBLIC_URL, operator: config.OPERATOR },
      services: { catalogue: config.CATALOGUE_URL, affiliate: config.AFFILIATE_URL },
      remotePublicUrl: config.REMOTE_PUBLIC_URL,
      mediaOrigin: publicBucketOrigin(config),
      dist: resolve(PACKAGE, config.SHELL_ASSETS_URL ? '.cache/development' : 'dist'),
      bundleFolder: resolve(PACKAGE, '.cache/remotes'),
      isWatching: config.SHELL_ASSETS_URL !== undefined,
      hasServiceWorker: config.SERVICE_WORKER && config.SHELL_ASSETS_URL === undefined,
      logger,
      metrics,
    });
    await start();
    return { http, requestTimeoutMs: 30_000, readiness, close: async () => stop() };
  },
});
