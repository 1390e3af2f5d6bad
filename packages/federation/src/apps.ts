import { resolve } from 'node:path';
import { MICROFRONTENDS, pagesWhere } from 'contracts/pages';
import type { MicrofrontendName } from 'contracts/pages';

export const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** A front end with its own build: the shell, or a micro-frontend that the shell loads at run time. */
export interface App {
  /** Name of the federation container: a global variable in the browser, so it must not be a reserved word. */
  federationName: string;
  folder: string;
  /** Path prefix of the built files in the browser. */
  publicPath: string;
  /** Modules that other containers may load; absent for the shell. */
  exposes?: Readonly<Record<string, string>>;
  /** Entry of the server bundle, if the server renders this front end. */
  serverEntry?: string;
  /** Scripts that run outside of pages, such as the service worker: name and entry. */
  workerEntries?: Readonly<Record<string, string>>;
  /** Environment variable with the port of the development server. */
  developmentPort: string;
}

const isRendered = (name: MicrofrontendName) =>
  pagesWhere((page) => page.microfrontend === name && page.server !== undefined).length > 0;

const microfrontend = (name: MicrofrontendName): App => ({
  federationName: `mf_${name}`,
  folder: resolve(REPOSITORY, 'microfrontends', name),
  publicPath: `/remotes/${name}/`,
  exposes: { './app': './src/app.tsx' },
  ...(isRendered(name) && { serverEntry: './src/app.tsx' }),
  developmentPort: `MF_${name.toUpperCase()}_PORT`,
});

export const APPS = {
  shell: {
    federationName: 'shell',
    folder: resolve(REPOSITORY, 'shell'),
    publicPath: '/',
    serverEntry: './src/render.tsx',
    workerEntries: {
      'service-worker': './src/service-worker/index.ts',
      'offline-page': './src/offline-page/index.ts',
    },
    developmentPort: 'SHELL_ASSETS_PORT',
  },
  ...(Object.fromEntries(MICROFRONTENDS.map((name) => [name, microfrontend(name)])) as Record<MicrofrontendName, App>),
} satisfies Record<string, App>;

export type AppName = keyof typeof APPS;
/** Whether a name is that of a front end. */
export const isAppName = (name: string): name is AppName => name in APPS;

/** Returns the output folder of a build. Development has a separate one, so that its files are never served in production. */
export const outputOf = ({ folder }: App, mode: 'production' | 'development'): string =>
  resolve(folder, mode === 'production' ? 'dist' : '.cache/development');
