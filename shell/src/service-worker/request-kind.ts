/** What the worker handles; every other request goes to the network as if there were no worker. */
type RequestKind = 'page' | 'asset';

/** No pages of the public site: panels, calls, media, the way to the payment partner. */
const NOT_PUBLIC = /^\/(?:admin|affiliate|api|assets|fonts|health|redirect|remotes|uploads)(?:\/|$)/;
/** Files are no pages (slugs have no dot). */
const FILE = /\.\w+$/;
/** Built files of the public site, named by their content. */
const BUILT = /^\/(?:remotes\/public\/)?assets\/[\w.-]+\.[0-9a-f]{8,}\.\w+$/;

interface IncomingRequest {
  method: string;
  mode: string;
  url: string;
  headers: Pick<Headers, 'has'>;
}

/**
 * Decides by an allow list: what is not named here is neither intercepted nor cached, so that nothing entitled can be
 * (docs/domain.md#locked-content).
 */
export const kindOf = ({ method, mode, url, headers }: IncomingRequest, origin: string): RequestKind | null => {
  const target = new URL(url);
  if (method !== 'GET' || target.origin !== origin || headers.has('range') || headers.has('authorization')) return null;
  if (mode === 'navigate') return NOT_PUBLIC.test(target.pathname) || FILE.test(target.pathname) ? null : 'page';
  return BUILT.test(target.pathname) && target.search === '' ? 'asset' : null;
};
