import type { MicrofrontendName } from 'contracts/pages';

/** Name of a micro-frontend's container in the federation. */
export type RemoteName = `mf_${MicrofrontendName}`;

export const remoteName = (microfrontend: MicrofrontendName): RemoteName => `mf_${microfrontend}`;

/** Addresses from which the browser loads a micro-frontend. */
export interface RemoteSource {
  /** Address of the manifest, always valid: it names the present entry. */
  manifest: string;
  /** Entry at the time of rendering, where the server knows it: saves the request for the manifest. */
  entry?: string | undefined;
}

/** Configuration from the server for the shell in the browser. */
export interface AppConfig {
  remotes: Record<RemoteName, RemoteSource>;
  /** Script of the service worker, if the site has one. */
  serviceWorker?: string | undefined;
}

export const APP_CONFIG_ID = 'app-config';
/** Id of the element that contains the consent request: right after the skip link, so that the keyboard reaches it early. */
export const CONSENT_PLACE = 'consent';

/** Reads the configuration in the page. @throws Error when there is none: the page was not sent by the shell's server */
export const readAppConfig = (document: Document): AppConfig => {
  const text = document.getElementById(APP_CONFIG_ID)?.textContent;
  if (!text) throw new Error(`The page has no ${APP_CONFIG_ID}`);
  return JSON.parse(text) as AppConfig;
};
