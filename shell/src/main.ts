import { resolve } from 'node:path';
import { readConfig } from 'service-kit/config';
import { run } from 'service-kit/lifecycle';
import { createLogger } from 'service-kit/logger';
import { serve } from 'service-kit/serve';
import { createShell } from './server/app.ts';
import { shellConfig } from './server/config.ts';

const PACKAGE = resolve(import.meta.dirname, '..');

await run(async () => {
  const config = readConfig(shellConfig);
  const isProduction = config.NODE_ENV === 'production';
  const logger = createLogger('shell', config.LOG_LEVEL);
  const shell = createShell({
    site: { title: config.SITE_TITLE, url: config.PUBLIC_URL },
    services: { catalogue: config.CATALOGUE_URL, affiliate: config.AFFILIATE_URL },
    remotePublicUrl: config.REMOTE_PUBLIC_URL,
    mediaOrigin: config.MEDIA_ORIGIN,
    dist: resolve(PACKAGE, config.SHELL_ASSETS_URL ? '.cache/development' : 'dist'),
    bundleFolder: resolve(PACKAGE, '.cache/remotes'),
    isWatching: config.SHELL_ASSETS_URL !== undefined,
    logger,
  });
  await shell.start();
  const server = await serve(shell.http, { port: config.PORT, host: config.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1') });
  logger.info({ port: server.port }, 'listening');
  return {
    logger,
    stop: async () => {
      await server.close();
      shell.stop();
    },
  };
});
