import Minimizer from 'minimizer-webpack-plugin';
import type { Configuration } from 'webpack';
import { outputOf } from './apps.ts';
import type { App } from './apps.ts';
import { LeanContractsPlugin } from './lean-contracts-plugin.ts';
import { base, scripts } from './webpack-parts.ts';

/** Builds one file per script that runs outside of pages; the shell's server assigns their addresses. */
export const workerConfig = (app: App): Configuration => ({
  ...base(app, 'production', 'worker'),
  target: ['webworker', 'es2022'],
  entry: { ...app.workerEntries },
  output: { path: `${outputOf(app, 'production')}/worker`, filename: '[name].js', clean: true },
  module: { rules: [scripts('production')] },
  plugins: [new LeanContractsPlugin()],
  optimization: { minimizer: [new Minimizer({ test: /\.js$/, minify: Minimizer.swcMinify, extractComments: false })] },
});
