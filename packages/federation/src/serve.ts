import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { processSettings } from 'service-kit/config';
import { createHttp } from 'service-kit/http';
import type { Logger } from 'service-kit/logger';
import { runService } from 'service-kit/run-service';
import { createStaticFiles } from 'service-kit/static-files';
import type { Metrics } from 'service-kit/telemetry';
import { z } from 'zod';

/** Creates the server of one built micro-frontend. It is ready once the manifest exists. */
export const createRemoteServer = ({ dist, logger, metrics }: { dist: string; logger: Logger; metrics?: Metrics }) => ({
  http: createHttp({ logger, metrics, routes: (_mount, app) => void app.use(createStaticFiles(dist)) }),
  readiness: { manifest: () => access(join(dist, 'mf-manifest.json')) },
});

if (import.meta.main) {
  const dist = resolve(process.env.DIST ?? '');
  await runService({
    name: `mf-${dist.split('/').at(-2) ?? 'remote'}`,
    config: z.object({ ...processSettings, DIST: z.string().min(1) }),
    create: ({ logger, metrics }) => ({ ...createRemoteServer({ dist, logger, metrics }), requestTimeoutMs: 30_000 }),
  });
}
