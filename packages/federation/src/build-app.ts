import { promisify } from 'node:util';
import webpack from 'webpack';
import { APPS, isAppName } from './apps.ts';
import type { App } from './apps.ts';
import { browserConfig } from './webpack.ts';
import { workerConfig } from './webpack-worker.ts';
import { serverConfig } from './webpack-server.ts';

/** Builds one front end for production: `node build-app.ts <name>`. */
const name = process.argv[2] ?? '';
if (!isAppName(name)) throw new Error(`Which front end? One of ${Object.keys(APPS).join(', ')}`);
const app: App = APPS[name];

const compiler = webpack([
  browserConfig(app, 'production'),
  ...(app.serverEntry ? [serverConfig(app, 'production')] : []),
  ...(app.workerEntries ? [workerConfig(app)] : []),
]);
const stats = await promisify(compiler.run.bind(compiler))();
await promisify(compiler.close.bind(compiler))();
if (stats?.hasErrors() || stats?.hasWarnings())
  process.stderr.write(`${stats.toString({ preset: 'errors-warnings', colors: process.stderr.isTTY })}\n`);
if (!stats || stats.hasErrors()) process.exitCode = 1;
