import { connectionViolations } from '../connections.ts';
import type { Manifest } from '../rules.ts';

const service = (name: string, replicas: number): Manifest => ({
  kind: 'Deployment',
  metadata: { name },
  spec: { replicas, strategy: { rollingUpdate: { maxSurge: 1 } }, template: { spec: { containers: [] } } },
});
const autoscaler = (name: string, maxReplicas: number): Manifest => ({
  kind: 'HorizontalPodAutoscaler',
  metadata: { name },
  spec: { maxReplicas },
});
const cluster = (max_connections?: string): Manifest => ({
  kind: 'Cluster',
  metadata: { name: 'postgres' },
  spec: { postgresql: { parameters: max_connections === undefined ? {} : { max_connections } } },
});
const pooler = (parameters: Record<string, string>, poolMode = 'transaction'): Manifest => ({
  kind: 'Pooler',
  metadata: { name: 'postgres-pooler' },
  spec: { instances: 2, pgbouncer: { poolMode, parameters } },
});
const single = (...args: string[]): Manifest => ({
  kind: 'StatefulSet',
  metadata: { name: 'postgres' },
  spec: { template: { spec: { containers: [{ name: 'postgres', args }] } } },
});

describe('connectionViolations', () => {
  test('sums the pools at the maximum of the autoscalers, with one more replica while an update rolls', () => {
    // 9 × 10 of billing, 1 × 0 of the others, and 23 outside the services' budgets.
    expect(connectionViolations([cluster(), service('billing', 2), autoscaler('billing', 8)])).toEqual([
      'PostgreSQL: 113 connections at the maximum of the autoscalers, 100 accepted',
    ]);
    expect(connectionViolations([cluster('113'), service('billing', 2), autoscaler('billing', 8)])).toEqual([]);
  });

  test('counts the sessions of the pooler in place of its clients, and the direct ones beside them', () => {
    const services = [service('media', 2), autoscaler('media', 8)];
    // 2 × (20 × 4 + 1) of the pooler, 9 × 1 direct, 23.
    expect(connectionViolations([cluster('193'), pooler({ max_client_conn: '90' }), ...services])).toEqual([
      'PostgreSQL: 194 connections at the maximum of the autoscalers, 193 accepted',
    ]);
    expect(connectionViolations([cluster('194'), pooler({ max_client_conn: '89' }), ...services])).toEqual([
      'Pooler: 90 clients at the maximum of the autoscalers, 89 accepted by each instance',
    ]);
    expect(connectionViolations([cluster('194'), pooler({ max_client_conn: '90' }), ...services])).toEqual([]);
  });

  test('takes a pooler in transaction mode alone', () => {
    expect(connectionViolations([cluster('200'), pooler({}, 'session')])).toEqual(['Pooler: not in transaction mode']);
  });

  test('reads the arguments of a single server', () => {
    expect(connectionViolations([single(), service('identity', 6)])).toEqual([
      'PostgreSQL: 107 connections at the maximum of the autoscalers, 100 accepted',
    ]);
    expect(connectionViolations([single('-cmax_connections=200'), service('identity', 6)])).toEqual([]);
  });

  test('has nothing to sum where an overlay has no PostgreSQL', () => {
    expect(connectionViolations([service('identity', 60)])).toEqual([]);
  });
});
