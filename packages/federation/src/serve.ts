import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { processSettings, readConfig } from 'service-kit/config';
import { createHttp } from 'service-kit/http';
import { run } from 'service-kit/lifecycle';
import { createLogger } from 'service-kit/logger';
import type { Logger } from 'service-kit/logger';
import { serve } from 'service-kit/serve';
import { createStaticFiles } from 'service-kit/static-files';
import { z } from 'zod';

/** The server of one built micro-frontend. Ready when its manifest is there. */
export const createRemoteServer = ({ dist, logger }: { dist: string; logger: Logger }) =>
  createHttp({
    logger,
    ready: () => access(join(dist, 'mf-manifest.json')),
    routes: (_mount, app) => void app.use(createStaticFiles(dist)),
  });

if (import.meta.main)
  await run(async () => {
    const config = readConfig(z.object({ ...processSettings, DIST: z.string().min(1) }));
    const isProduction = config.NODE_ENV === 'production';
    const dist = resolve(config.DIST);
    const logger = createLogger(`mf-${dist.split('/').at(-2) ?? 'remote'}`, config.LOG_LEVEL);
    const server = await serve(createRemoteServer({ dist, logger }), { port: config.PORT, host: config.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1') });
    logger.info({ port: server.port }, 'listening');
    return { logger, stop: () => server.close() };
  });
