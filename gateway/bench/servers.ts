import { readFileSync } from 'node:fs';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { createLogger } from 'service-kit/logger';
import { createGateway } from '../src/app.ts';
import { TARGETS } from '../src/routes.ts';
import type { Target } from '../src/routes.ts';
import { sixtyModels } from './sixty-models.ts';

/**
 * One server of the comparison in a process of its own: `node servers.ts <role> [upstream]`.
 * Sends its port, and its resident bytes in response to `memory`, over the process channel.
 */
const [role, upstream = ''] = process.argv.slice(2);
const list = Buffer.from(JSON.stringify(sixtyModels()));

const servers = {
  /** The service behind: it responds with the list as the catalogue would. */
  service: () =>
    createServer((request, response) => {
      request.resume();
      response
        .writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': list.length,
          'cache-control': 'public, max-age=0, must-revalidate',
        })
        .end(list);
    }),
  /** The floor: the same bytes as the gateway sends, from nothing but node:http. */
  raw: () => {
    const body = brotliCompressSync(list, { params: { 0: 0 } });
    const sent = upstream ? readFileSync(upstream) : body;
    return createServer((request, response) => {
      if (request.headers['if-none-match']) response.writeHead(304, { etag: 'W/"x"', vary: 'Accept-Encoding' }).end();
      else
        response
          .writeHead(200, {
            'content-type': 'application/json; charset=utf-8',
            vary: 'Accept-Encoding',
            etag: 'W/"x"',
            'content-encoding': 'br',
            'content-length': sent.length,
          })
          .end(sent);
    });
  },
  /** Plain proxy, as one would write it in five minutes. */
  plain: () => {
    const app = express();
    app.use(createProxyMiddleware({ target: upstream, agent: new Agent({ keepAlive: true, maxSockets: 512 }) }));
    return createServer(app);
  },
  gateway: () => {
    return createServer(
      createGateway({
        publicUrl: 'http://localhost:8080',
        targets: Object.fromEntries(TARGETS.map((target) => [target, upstream])) as Record<Target, string>,
        logger: createLogger('gateway', 'warn'),
        rateLimitFactor: 1e6,
      }).listener,
    );
  },
};

const server = servers[role as keyof typeof servers]();
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', () => process.send?.({ memory: process.memoryUsage().rss }));
process.on('disconnect', () => process.exit(0));
