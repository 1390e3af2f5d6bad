import type { RequestListener } from 'node:http';
import type { Logger } from 'service-kit/logger';
import { createBulkheads } from './bulkheads.ts';
import { createCdnFields } from './cdn-fields.ts';
import type { CdnFieldsOptions } from './cdn-fields.ts';
import { createClientReader } from './client.ts';
import { sendError } from './error-response.ts';
import { createUpstreamFetch } from './fetch-upstream.ts';
import { createListeners } from './listeners.ts';
import { createLiveStream } from './live-stream.ts';
import type { LiveStreamLimits } from './live-stream.ts';
import type { GatewayMetrics } from './metrics.ts';
import { LINGER_MS, limitLinger } from './linger.ts';
import { createMicroCache } from './micro-cache.ts';
import { createObservation } from './observation.ts';
import { createOwnRoutes } from './own-routes.ts';
import { createPipeline } from './pipeline.ts';
import { createProxy } from './proxy.ts';
import { createReject } from './reject.ts';
import { createBodyReader } from './request-body.ts';
import { hasBody } from './request-framing.ts';
import { inOrder } from './request-order.ts';
import { ROWS } from './routes.ts';
import type { Row, Target } from './routes.ts';
import { createBody } from './steps/body.ts';
import { createBulkhead, createShed } from './steps/bulkhead.ts';
import { createCache, createCacheHits } from './steps/cache.ts';
import { createFetch } from './steps/fetch.ts';
import { createLimit } from './steps/limit.ts';
import { createMatch } from './steps/match.ts';
import { createNormalise } from './steps/normalise.ts';
import { createRecover } from './steps/recover.ts';
import { createUpstreamHeaders, createUpstreams } from './upstream.ts';

interface Dependencies {
  publicUrl: string;
  targets: Record<Target, string>;
  logger: Logger;
  metrics?: GatewayMetrics;
  trustedProxies?: number;
  rateLimitFactor?: number;
  liveStreamLimits?: LiveStreamLimits;
  hasApiDocs?: boolean;
  /** Whether anonymous responses are cached. */
  hasCache?: boolean;
  /** Absent without a CDN in front. */
  cdn?: CdnFieldsOptions | undefined;
  rows?: readonly Row[];
  /** Time for the rest of a body after its response has been sent. */
  lingerMs?: number;
}

/** Bytes buffered by all requests that share one limit. */
const MAX_BUFFERED_BODY_BYTES = 32 * 1024 * 1024;

const withoutCache = ({ cached: _cached, ...row }: Row): Row => row;

/**
 * Assembles the gateway from its steps, one file each. The gateway neither parses bodies nor verifies tokens; services do both.
 * Express serves only the gateway's own routes.
 */
export const createGateway = ({
  publicUrl,
  targets,
  logger,
  metrics,
  trustedProxies = 0,
  rateLimitFactor = 1,
  liveStreamLimits = { total: 5_000, perAddress: 50 },
  hasApiDocs = true,
  hasCache = true,
  cdn: cdnOptions,
  rows = ROWS,
  lingerMs = LINGER_MS,
}: Dependencies) => {
  const upstreams = createUpstreams(targets);
  const headers = createUpstreamHeaders(publicUrl);
  const cdn = cdnOptions && createCdnFields(cdnOptions);
  const cache = createMicroCache({ cdn });
  const { logArrival, observe, cacheHit, countUpstreamRequest } = createObservation({ logger, metrics });
  const live = createLiveStream(liveStreamLimits, (count) => metrics?.liveListeners.set(count));
  const clientOf = createClientReader(trustedProxies);
  const reject = createReject(metrics);
  const bulkheads = createBulkheads(rateLimitFactor);

  const forward = createPipeline([
    createShed({ bulkheads, reject }),
    observe,
    createRecover({ reject, logger }),
    createLimit({ factor: rateLimitFactor, reject }),
    createCache({
      cache,
      fetchUpstream: createUpstreamFetch({ upstreams, headers, countUpstreamRequest }),
      bulkheads: createBulkheads(rateLimitFactor),
      cacheHit,
    }),
    createBody(createBodyReader(MAX_BUFFERED_BODY_BYTES, rateLimitFactor)),
    createBulkhead(bulkheads),
    createFetch(createProxy({ upstreams, headers, cdn, countUpstreamRequest })),
  ]);
  const receive = createPipeline([
    logArrival,
    createNormalise(reject),
    createOwnRoutes({ publicUrl, hasApiDocs, live, clientOf }),
    createMatch({ rows: hasCache ? rows : rows.map(withoutCache), reject, forward }),
  ]);
  const serveCacheHit = createCacheHits({ cache, cacheHit });

  const listener: RequestListener = (request, response) => {
    if (serveCacheHit(request, response)) return;
    if (hasBody(request)) limitLinger(request, response, lingerMs);
    const client = clientOf(request);
    receive({ request, response, client, path: '', query: '' }).catch((error: unknown) => {
      logger.error({ err: error }, 'request failed');
      sendError(request, response, 'INTERNAL', { requestId: client.requestId });
    });
  };

  return {
    listener: inOrder(listener),
    listeners: createListeners({ cache, live }),
    /** Clears the cache: events were missed while the broker was unreachable. */
    clearCache: cache.clear,
    /** Closes the event streams, which would otherwise never end during the drain. */
    endStreams: live.close,
    close: upstreams.close,
  };
};
