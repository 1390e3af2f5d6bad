import { createServer } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { createLogger } from '../src/logger.ts';
import { createManagement } from '../src/management.ts';
import type { ReadinessChecks } from '../src/management.ts';
import { createMetrics } from '../src/telemetry.ts';

const start = (readiness: ReadinessChecks = {}) => {
  const metrics = createMetrics('test');
  const lines: string[] = [];
  const logger = createLogger('test', 'info', { write: (line: string) => void lines.push(line) });
  return { metrics, lines, http: supertest(createServer(createManagement({ readiness, metrics, logger }))) };
};

describe('the management port', () => {
  test('reports each readiness check by its name and reason', async () => {
    let isReachable = false;
    const { http, lines } = start({
      database: () => {
        if (!isReachable) throw new Error('connect ECONNREFUSED');
      },
      storage: async () => undefined,
    });
    expect((await http.get('/health/ready').expect(503)).body).toEqual({
      status: 'unavailable',
      checks: { database: 'connect ECONNREFUSED', storage: 'ok' },
    });
    await http.get('/health/ready').expect(503);
    isReachable = true;
    expect((await http.get('/health/ready').expect(200)).body).toEqual({
      status: 'ok',
      checks: { database: 'ok', storage: 'ok' },
    });
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['not ready', 'ready']);
  });

  test('is live while a check fails', async () => {
    const { http } = start({ database: () => Promise.reject(new Error('down')) });
    await http.get('/health/live').expect(200, { status: 'ok' });
  });

  test('serves the metrics of the process', async () => {
    const { http, metrics } = start();
    metrics.requests.observe({ method: 'GET', route: '/api/models', status: 200 }, 0.02);
    expect((await http.get('/metrics').expect(200)).text).toContain(
      'http_request_duration_seconds_count{process="test",method="GET",route="/api/models",status="200"} 1',
    );
  });

  test.each([
    ['GET', '/'],
    ['GET', '/metrics?all'],
    ['GET', '/constructor'],
    ['POST', '/metrics'],
  ])('rejects %s %s with 404', async (method, path) => {
    const { http } = start();
    await http[method === 'GET' ? 'get' : 'post'](path).expect(404);
  });
});
