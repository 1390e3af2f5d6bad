import { resolve } from 'node:path';
import webpack from 'webpack';
import type { Configuration, RuleSetRule } from 'webpack';
import { REPOSITORY } from './apps.ts';
import type { App } from './apps.ts';
import { classNameOf } from './class-names.ts';

export type Mode = 'production' | 'development';

/** Returns the rule that compiles TypeScript. */
export const scripts = (mode: Mode, { refresh = false, target = 'es2022' } = {}): RuleSetRule => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  use: {
    loader: 'swc-loader',
    options: {
      jsc: {
        target,
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: mode === 'development', refresh } },
      },
    },
  },
});

/** Returns the rule for a script that a page loads before and outside of all chunks: a separate file without imports. */
export const firstScript = (mode: Mode): RuleSetRule => ({
  ...scripts(mode),
  test: /[\\/]first-script\.ts$/,
  type: 'asset/resource',
  generator: { filename: 'assets/[name].[contenthash:8].js' },
});

/** Generates the same class names in browser and server bundles. */
export const cssModules = {
  auto: /\.module\.css$/,
  namedExport: false,
  exportLocalsConvention: 'as-is',
  getLocalIdent: ({ resourcePath }: { resourcePath: string }, _name: string, local: string) =>
    classNameOf(resourcePath, local),
} as const;

/**
 * Returns the rule for pictures and fonts; server bundles reference the same addresses and leave the files to the browser's build.
 */
export const files = (emit = true): RuleSetRule => ({
  test: /\.(woff2|webp|avif|png|jpg|svg|mp4)$/,
  type: 'asset/resource',
  generator: { filename: 'assets/[name].[contenthash:8][ext]', emit },
});

/** Renders icons with the same function in the browser and on the server, so that hydration matches. */
export const lucideIcons = () =>
  new webpack.NormalModuleReplacementPlugin(
    /\/createLucideIcon\.m?js$/,
    resolve(import.meta.dirname, 'lucide-icon.ts'),
  );

const PAUSE_MS = 300_000;

/** Returns the configuration shared by all kinds of bundles. */
export const base = (app: App, mode: Mode, kind: 'browser' | 'server' | 'worker'): Configuration => ({
  name: `${app.federationName} ${kind}`,
  mode,
  context: app.folder,
  devtool: mode === 'production' ? false : 'cheap-module-source-map',
  stats: 'errors-warnings',
  infrastructureLogging: { level: 'warn' },
  performance: false,
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  cache: {
    type: 'filesystem',
    name: `${app.federationName}-${kind}-${mode}`,
    cacheDirectory: resolve(REPOSITORY, 'node_modules/.cache/webpack'),
    // The cache is written when the build is idle: in development, writing it would delay the changes after the first one.
    ...(mode === 'development' && { idleTimeout: PAUSE_MS, idleTimeoutAfterLargeChanges: PAUSE_MS }),
    buildDependencies: { config: [import.meta.dirname + '/', resolve(REPOSITORY, 'package-lock.json')] },
  },
});
