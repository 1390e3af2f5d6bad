import { createBus } from 'service-kit/bus';
import { runService } from 'service-kit/run-service';
import { createGateway } from './app.ts';
import { CDN_QUEUE, createCdnListeners, createPurger } from './cdn-purge.ts';
import { cdnOf, config, targetsOf } from './config.ts';
import { createGatewayMetrics } from './metrics.ts';
import { STREAM_TIMEOUT_MS } from './upstream.ts';

await runService({
  name: 'gateway',
  config,
  metrics: createGatewayMetrics,
  create: ({ config, logger, metrics }) => {
    const cdn = cdnOf(config);
    const purger =
      cdn && createPurger({ url: cdn.purgeUrl, token: cdn.purgeToken, logger, onPurge: metrics.countCdnPurge });
    const cdnListeners = purger && createCdnListeners(purger.purge);
    const gateway = createGateway({
      publicUrl: config.PUBLIC_URL,
      logger,
      metrics,
      trustedProxies: config.TRUSTED_PROXIES,
      rateLimitFactor: config.RATE_LIMIT_FACTOR,
      liveStreamLimits: { total: config.LIVE_STREAMS, perAddress: config.LIVE_STREAMS_PER_ADDRESS },
      hasCache: config.RESPONSE_CACHE,
      hasApiDocs: config.API_DOCS ?? config.NODE_ENV !== 'production',
      targets: targetsOf(config),
      cdn: cdn ? { maxAgeSeconds: cdn.maxAgeSeconds, isCurrent: () => bus.isConnected() } : undefined,
    });
    // The gateway publishes no events and consumes only from its own queues; services declare the others.
    const bus = createBus({
      url: config.RABBIT_URL,
      logger,
      queues: cdnListeners ? { [CDN_QUEUE]: Object.keys(cdnListeners) } : {},
      metrics,
    });
    bus.subscribe(null, gateway.listeners, { prefetch: 200, onConnected: gateway.clearCache });
    if (cdnListeners) bus.subscribe(CDN_QUEUE, cdnListeners, { prefetch: 200 });
    return {
      http: gateway.listener,
      idleTimeoutMs: STREAM_TIMEOUT_MS,
      addsKeepAliveHint: false,
      readiness: {},
      workers: purger ? [bus, purger] : [bus],
      interrupt: gateway.endStreams,
      close: async () => gateway.close(),
    };
  },
});
