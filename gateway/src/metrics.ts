import { Counter, createMetrics, Gauge } from 'service-kit/telemetry';

/** What the gateway measures besides what every process does. Routes are the paths of its rows: an address may hold what a person has given. */
export const createGatewayMetrics = () => {
  const metrics = createMetrics('gateway');
  const registers = [metrics.registry];
  return {
    ...metrics,
    kept: new Counter({ name: 'gateway_kept_answers_total', help: 'Requests answered from memory, which no row sees', registers }),
    listening: new Gauge({ name: 'gateway_live_listeners', help: 'Pages that listen to server-sent events', registers }),
  };
};
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;
