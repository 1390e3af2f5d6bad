import { rmSync } from 'node:fs';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { APPS, outputOf } from './apps.ts';
import type { App } from './apps.ts';
import { browserConfig } from './webpack.ts';
import { serverConfig } from './webpack-server.ts';

/** Collects saves that belong together; webpack's default of 200 ms is a tenth of the time in which a change should be visible. */
const WATCH = { aggregateTimeout: 20 };

/**
 * Starts a development server, which pushes updates. Pages and files go through the gateway as in production, so that there is one
 * origin. The gateway strips the path prefix, so files are served at the root; a page below the prefix runs the micro-frontend
 * alone.
 */
const startServer = async (app: App, port: number): Promise<WebpackDevServer> => {
  const server = new WebpackDevServer(
    {
      host: process.env.HOST || '127.0.0.1',
      port,
      hot: true,
      liveReload: false,
      allowedHosts: 'all',
      headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' },
      client: { overlay: false, logging: 'warn', webSocketURL: `ws://localhost:${port}/ws` },
      devMiddleware: { writeToDisk: true },
      static: {
        directory: outputOf(app, 'development'),
        publicPath: '/',
        watch: false,
        serveIndex: false,
        staticOptions: { cacheControl: false, index: false },
      },
      historyApiFallback: app.exposes ? { index: `${app.publicPath}index.html` } : false,
    },
    webpack({ ...browserConfig(app, 'development'), watchOptions: WATCH }),
  );
  await server.start();
  return server;
};

/** Rebuilds the server bundle on changes. Its files have unique names and remain until the next start. */
const watchServerBundle = (app: App) => {
  const config = serverConfig(app, 'development');
  if (config.output?.path) rmSync(config.output.path, { recursive: true, force: true });
  return webpack(config).watch(WATCH, (error, stats) => {
    if (error) throw error;
    if (stats?.hasErrors()) process.stderr.write(`${stats.toString('errors-only')}\n`);
  });
};

/** Builds the four front ends, watches them and pushes hot updates: `npm run dev`. */
const apps: App[] = Object.values(APPS);
const missingPorts = apps.map(({ developmentPort }) => developmentPort).filter((name) => !process.env[name]);
if (missingPorts.length > 0) throw new Error(`Missing ports: ${missingPorts.join(', ')}`);
const servers = await Promise.all(apps.map((app) => startServer(app, Number(process.env[app.developmentPort]))));
const watchers = apps.filter(({ serverEntry }) => serverEntry).map(watchServerBundle);

const stop = async () => {
  await Promise.all([
    ...servers.map((server) => server.stop()),
    ...watchers.map(
      (watcher) => new Promise<void>((resolve) => (watcher ? watcher.close(() => resolve()) : resolve())),
    ),
  ]);
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
