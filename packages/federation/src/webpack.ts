import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { constants } from 'node:zlib';
import type { BrotliOptions } from 'node:zlib';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import CompressionPlugin from 'compression-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import Minimizer from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import type { Configuration } from 'webpack';
import { outputOf, REPOSITORY } from './apps.ts';
import type { App } from './apps.ts';
import { LeanContractsPlugin } from './lean-contracts-plugin.ts';
import { LeanIconsPlugin } from './lean-icons-plugin.ts';
import { LeanRouterPlugin } from './lean-router-plugin.ts';
import { OwnSharingPlugin } from './own-sharing-plugin.ts';
import { PageAssetsPlugin } from './page-assets-plugin.ts';
import { refreshParts } from './refresh.ts';
import { base, cssModules, files, firstScript, lucideIcons, scripts } from './webpack-parts.ts';
import type { Mode } from './webpack-parts.ts';

const versionOf = createRequire(import.meta.url);
const installedVersionOf = (name: string): string => (versionOf(`${name}/package.json`) as { version: string }).version;

/**
 * Returns a file name with a content hash in production. In development names are stable: a hot update requests a stylesheet under
 * its previous name.
 */
const nameOfFile = (name: string, ending: '.js' | '.css', mode: Mode) =>
  `assets/${name}${mode === 'production' ? '.[contenthash:8]' : ''}${ending}`;

/**
 * Modules with a React context or a state that shell and micro-frontends share must be single instances on a page. Therefore
 * web-kit imports its own files by the package's name.
 */
const sharedOf = ({ exposes }: App) => {
  // The shell provides the modules; only the version that a micro-frontend was built with, older or newer, must be checked.
  const singleton = (name: string) => ({
    [name]: { singleton: true, requiredVersion: exposes ? installedVersionOf(name) : (false as const) },
  });
  return {
    ...singleton('react'),
    ...singleton('react-dom'),
    'web-kit/': { singleton: true, requiredVersion: false as const },
  };
};

/** The shell starts with all shared modules: two files instead of one per module. */
const startingChunks = {
  framework: {
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
    name: 'framework',
    chunks: 'async' as const,
    enforce: true,
  },
  kit: {
    test: /[\\/](packages[\\/](web-kit|contracts)|node_modules[\\/](zod|react-router|react-router-dom|@tanstack))[\\/]/,
    name: 'kit',
    chunks: 'async' as const,
    enforce: true,
  },
};

const federation = (app: App, mode: Mode) =>
  new ModuleFederationPlugin({
    name: app.federationName,
    filename: nameOfFile('remoteEntry', '.js', mode),
    remotes: {},
    ...(app.exposes ? { exposes: app.exposes } : {}),
    manifest: app.exposes !== undefined,
    dts: false,
    shareStrategy: 'loaded-first',
    // The shell finds each entry in the manifest itself. A micro-frontend that runs alone, in development, needs its own runtime.
    experiments: { optimization: { target: 'web', disableSnapshot: true } },
    shared: sharedOf(app),
  });

/** Modules of the federation runtime that the shell replaces, with their replacements. */
const STAND_INS = [
  [/\/(?:SnapshotHandler|preload)\.js$/, 'runtime-without-snapshots.ts'],
  [/\/semver\/index\.js$/, 'runtime-versions.ts'],
] as const;
const leanRuntime = () =>
  STAND_INS.map(
    ([imports, file]) =>
      new webpack.NormalModuleReplacementPlugin(imports, (imported: { context: string; request: string }) => {
        if (imported.context.includes('runtime-core')) imported.request = resolve(import.meta.dirname, file);
      }),
  );

/** Replaces the bundler's part of the federation runtime: the shell provides it, micro-frontends use the shell's. */
const bundlersRuntime = (app: App) =>
  new webpack.NormalModuleReplacementPlugin(
    /webpack-bundler-runtime\/dist\/bundler\.js$/,
    resolve(import.meta.dirname, app.exposes ? 'remote-runtime.ts' : 'shell-runtime.ts'),
  );

/** The router's production files; its package exports by default the ones with development warnings. */
const ROUTER = resolve(REPOSITORY, 'node_modules/react-router/dist/production');
const productionRouter = {
  'react-router$': resolve(ROUTER, 'index.mjs'),
  'react-router/dom$': resolve(ROUTER, 'dom-export.mjs'),
};

const COMPRESSED = { test: /\.(js|css|svg)$/, exclude: /\.hot-update\./, threshold: 512, minRatio: 0.95 };
const compression = () => [
  new CompressionPlugin({
    ...COMPRESSED,
    filename: '[path][base].gz',
    algorithm: 'gzip',
    compressionOptions: { level: 9 },
  }),
  new CompressionPlugin<BrotliOptions>({
    ...COMPRESSED,
    filename: '[path][base].br',
    algorithm: 'brotliCompress',
    compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } },
  }),
];

/** Creates a page that runs a micro-frontend alone, in development. */
const alone = (app: App) =>
  new HtmlWebpackPlugin({
    publicPath: app.publicPath,
    templateContent:
      '<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Coulisses</title><div id="root"></div></html>',
  });

/**
 * Returns the configuration of the browser's files: hashed names, extracted styles, federation container; compressed copies in
 * production.
 */
export const browserConfig = (app: App, mode: Mode): Configuration => {
  const production = mode === 'production';
  const refresh = production ? null : refreshParts();
  return {
    ...base(app, mode, 'browser'),
    target: ['web', 'es2022'],
    // In production a micro-frontend is only its container; `index.ts` runs it alone.
    entry: production && app.exposes ? {} : { main: './src/index.ts' },
    output: {
      path: outputOf(app, mode),
      publicPath: app.publicPath,
      uniqueName: app.federationName,
      filename: nameOfFile('[name]', '.js', mode),
      chunkFilename: nameOfFile('[name]', '.js', mode),
      hotUpdateChunkFilename: 'assets/[id].[fullhash].hot-update.js',
      hotUpdateMainFilename: 'assets/[runtime].[fullhash].hot-update.json',
      // A module that threw because the file of a shared module was missing is evaluated again on the next attempt.
      strictModuleExceptionHandling: true,
      clean: { keep: /^(?:server|worker)\// },
    },
    module: {
      rules: [
        { oneOf: [firstScript(mode), scripts(mode, { refresh: !production })] },
        {
          test: /\.css$/,
          use: [MiniCssExtractPlugin.loader, { loader: 'css-loader', options: { modules: cssModules } }],
          sideEffects: true,
        },
        files(),
      ],
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'], alias: refresh ? refresh.alias : productionRouter },
    optimization: {
      minimizer: [
        new Minimizer({ test: /\.js$/, minify: Minimizer.swcMinify, extractComments: false }),
        new Minimizer({ test: /\.css$/, minify: Minimizer.lightningCssMinify }),
      ],
      // A separate chunk of icons would cost a request and save less.
      splitChunks: app.exposes ? { minSize: 40_000 } : { cacheGroups: startingChunks },
      ...(production ? {} : { moduleIds: false, chunkIds: 'named' }),
    },
    plugins: [
      federation(app, mode),
      new LeanContractsPlugin(),
      new LeanRouterPlugin(),
      new LeanIconsPlugin(),
      lucideIcons(),
      new MiniCssExtractPlugin({
        filename: nameOfFile('[name]', '.css', mode),
        chunkFilename: nameOfFile('[name]', '.css', mode),
        ignoreOrder: true,
      }),
      ...(app.exposes ? [] : [new PageAssetsPlugin()]),
      ...(production
        ? [bundlersRuntime(app), new OwnSharingPlugin(), ...(app.exposes ? [] : leanRuntime()), ...compression()]
        : []),
      ...(production || !app.exposes ? [] : [alone(app)]),
      // Ids must include the path: the ./src/app.tsx of two containers would otherwise share an id, and hot updates would be mixed
      // up.
      ...(refresh ? [...refresh.plugins, new webpack.ids.NamedModuleIdsPlugin({ context: REPOSITORY })] : []),
    ],
  };
};
