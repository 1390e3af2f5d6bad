import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';

const { resolve: find } = createRequire(import.meta.url);
const ONE_RUNTIME = resolve(import.meta.dirname, 'one-refresh-runtime.cjs');

/**
 * Configures React Refresh for several containers on one page: all must share one runtime, else an update arrives but is not
 * rendered (pmmmwh/react-refresh-webpack-plugin#394).
 */
export const refreshParts = () => ({
  alias: {
    [find('react-refresh/runtime')]: ONE_RUNTIME,
    'react-refresh-impl$': resolve(dirname(find('react-refresh/runtime')), 'cjs/react-refresh-runtime.development.js'),
  },
  plugins: [new ReactRefreshPlugin({ overlay: false, exclude: [/node_modules/, ONE_RUNTIME] })],
});
