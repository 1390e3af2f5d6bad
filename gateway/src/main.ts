import 'service-kit/small-young-heap';
import { createBus } from 'service-kit/bus';
import { readConfig } from 'service-kit/config';
import { run } from 'service-kit/lifecycle';
import { createLogger } from 'service-kit/logger';
import { serve } from 'service-kit/serve';
import { serveMetrics } from 'service-kit/serve-metrics';
import { createGateway } from './app.ts';
import { config } from './config.ts';
import { createGatewayMetrics } from './metrics.ts';

await run(async () => {
  const settings = readConfig(config);
  const logger = createLogger('gateway', settings.LOG_LEVEL);
  const host = settings.HOST ?? (settings.NODE_ENV === 'production' ? undefined : '127.0.0.1');
  const metrics = settings.METRICS_PORT === undefined ? undefined : createGatewayMetrics();
  const gateway = createGateway({
    publicUrl: settings.PUBLIC_URL,
    logger,
    ...(metrics && { metrics }),
    trustedProxies: settings.TRUSTED_PROXIES,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    targets: {
      identity: settings.IDENTITY_URL,
      catalogue: settings.CATALOGUE_URL,
      media: settings.MEDIA_URL,
      affiliate: settings.AFFILIATE_URL,
      billing: settings.BILLING_URL,
      shell: settings.SHELL_URL,
      remotePublic: settings.REMOTE_PUBLIC_URL,
      remoteAdmin: settings.REMOTE_ADMIN_URL,
      remoteAffiliate: settings.REMOTE_AFFILIATE_URL,
    },
  });
  // It publishes nothing, and what it hears of is its own: the queues of others need not be there.
  const bus = createBus({ url: settings.RABBIT_URL, logger, queues: {}, ...(metrics && { metrics }) });
  bus.subscribe(null, gateway.listeners, { prefetch: 200, onConnected: gateway.forget });
  bus.start();
  const server = await serve(gateway.listener, { port: settings.PORT, host, addsHint: false });
  const metricsServer = metrics && (await serveMetrics(metrics, { port: settings.METRICS_PORT ?? 0, host, logger }));
  logger.info({ port: server.port }, 'listening');
  return {
    logger,
    stop: async () => {
      const closed = server.close();
      gateway.close();
      await Promise.all([closed, bus.close(), metricsServer?.close()]);
    },
  };
});
