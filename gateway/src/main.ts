import 'service-kit/small-young-heap';
import { createBus } from 'service-kit/bus';
import { runService } from 'service-kit/run-service';
import { createGateway } from './app.ts';
import { config, targetsOf } from './config.ts';
import { createGatewayMetrics } from './metrics.ts';

await runService({
  name: 'gateway',
  config,
  metrics: createGatewayMetrics,
  create: ({ config, logger, metrics }) => {
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
    });
    // The gateway publishes nothing and consumes from a queue of its own: the other queues are not its to declare.
    const bus = createBus({ url: config.RABBIT_URL, logger, queues: {}, metrics });
    bus.subscribe(null, gateway.listeners, { prefetch: 200, onConnected: gateway.clearCache });
    return {
      http: gateway.listener,
      addsKeepAliveHint: false,
      readiness: {},
      workers: [bus],
      interrupt: gateway.endStreams,
      close: async () => gateway.close(),
    };
  },
});
