import 'service-kit/small-young-heap';
import { createBus } from 'service-kit/bus';
import { runService } from 'service-kit/run-service';
import { createGateway } from './app.ts';
import { config } from './config.ts';
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
      targets: {
        identity: config.IDENTITY_URL,
        catalogue: config.CATALOGUE_URL,
        media: config.MEDIA_URL,
        affiliate: config.AFFILIATE_URL,
        billing: config.BILLING_URL,
        shell: config.SHELL_URL,
        remotePublic: config.REMOTE_PUBLIC_URL,
        remoteAdmin: config.REMOTE_ADMIN_URL,
        remoteAffiliate: config.REMOTE_AFFILIATE_URL,
      },
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
