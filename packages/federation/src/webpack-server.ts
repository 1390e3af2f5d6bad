import type { Configuration } from 'webpack';
import { outputOf } from './apps.ts';
import type { App } from './apps.ts';
import { ServerBundlePlugin } from './server-bundle-plugin.ts';
import { base, cssModules, files, lucideIcons, scripts } from './webpack-parts.ts';
import type { Mode } from './webpack-parts.ts';

/** Modules that shell and micro-frontends must share on the server, hence import from node_modules. */
const EXTERNAL = /^(react|react-dom|react-router-dom|@tanstack\/react-query|web-kit|zod)(\/|$)/;

/** Builds the components as a Node module; packages with a React context stay external, so that all bundles share them. */
export const serverConfig = (app: App, mode: Mode): Configuration => {
  if (!app.serverEntry) throw new Error(`${app.federationName} is not rendered by the server`);
  return {
    ...base(app, mode, 'server'),
    target: 'node24',
    entry: { app: app.serverEntry },
    experiments: { outputModule: true },
    externalsType: 'module',
    externals: [({ request }, done) => (request && EXTERNAL.test(request) ? done(undefined, request) : done())],
    output: {
      path: `${outputOf(app, mode)}/server`,
      publicPath: app.publicPath,
      filename: '[name].[contenthash:16].mjs',
      library: { type: 'module' },
      // Deleting a loaded bundle would make Node's watcher restart the shell.
      clean: mode === 'production',
    },
    module: {
      rules: [
        scripts(mode, { target: 'es2023' }),
        {
          test: /\.css$/,
          use: { loader: 'css-loader', options: { url: false, modules: { ...cssModules, exportOnlyLocals: true } } },
        },
        files(false),
      ],
    },
    optimization: { minimize: false, splitChunks: false },
    plugins: [lucideIcons(), new ServerBundlePlugin()],
  };
};
