import type { MicrofrontendName } from 'contracts/pages';

/** Name of a micro-frontend's container in the federation. */
export type RemoteName = `mf_${MicrofrontendName}`;

export const remoteName = (microfrontend: MicrofrontendName): RemoteName => `mf_${microfrontend}`;

/** Addresses at which the browser finds a micro-frontend. */
export interface RemoteSource {
  /** Always true: names the present entry. */
  manifest: string;
  /** The entry when the page was rendered, where the server knows it: saves the request for the manifest. */
  entry?: string | undefined;
}

/** Configuration from the server for the shell in the browser. */
export interface AppConfig {
  remotes: Record<RemoteName, RemoteSource>;
  /** Script of the service worker, where the site has one. */
  serviceWorker?: string | undefined;
}

export const APP_CONFIG_ID = 'app-config';
/** Id of the element that the consent request is rendered into: right after the link to the content, so that the keyboard reaches it early. */
export const CONSENT_PLACE = 'consent';

/** @throws Error when the page carries no configuration: it was not sent by the shell's server */
export const readAppConfig = (document: Document): AppConfig => {
  const text = document.getElementById(APP_CONFIG_ID)?.textContent;
  if (!text) throw new Error(`The page has no ${APP_CONFIG_ID}`);
  return JSON.parse(text) as AppConfig;
};
