/** Kinds of requests that the worker handles; every other request goes to the network as if there were no worker. */
type RequestKind = 'page' | 'asset';

/** First segments below which there are no pages: calls, files, media, the way to the payment partner. */
const NO_PAGES = ['api', 'assets', 'fonts', 'health', 'redirect', 'remotes', 'uploads'];
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
 * @param panelRoots first segments of the panels' paths, which are not public
 */
export const kindOf = (
  { method, mode, url, headers }: IncomingRequest,
  origin: string,
  panelRoots: readonly string[],
): RequestKind | null => {
  const target = new URL(url);
  if (method !== 'GET' || target.origin !== origin || headers.has('range') || headers.has('authorization')) return null;
  if (mode === 'navigate') {
    const [, root = ''] = target.pathname.split('/');
    return [...NO_PAGES, ...panelRoots].includes(root) || FILE.test(target.pathname) ? null : 'page';
  }
  return BUILT.test(target.pathname) && target.search === '' ? 'asset' : null;
};
