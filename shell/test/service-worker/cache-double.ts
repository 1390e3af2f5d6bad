const ORIGIN = 'https://coulisses.example';
const keyOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : request, ORIGIN).href;

/** Creates a CacheStorage in memory, as far as the worker uses it. */
export const createCaches = () => {
  const stores = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, entries);
    return {
      match: async (request: RequestInfo | URL) => entries.get(keyOf(request))?.clone(),
      put: async (request: RequestInfo | URL, response: Response) => {
        // A browser stores nothing of an interrupted body.
        await response.clone().arrayBuffer();
        entries.set(keyOf(request), response);
      },
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      delete: async (request: RequestInfo | URL) => entries.delete(keyOf(request)),
    };
  };
  const caches = {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (request: RequestInfo | URL) => {
      for (const entries of stores.values()) {
        const found = entries.get(keyOf(request));
        if (found) return found.clone();
      }
      return undefined;
    },
  } as unknown as CacheStorage;
  /** Returns the paths of all stored entries. */
  const paths = (): string[] =>
    [...stores.values()].flatMap((entries) => [...entries.keys()].map((url) => url.slice(ORIGIN.length)));
  return { caches, paths };
};

/** Creates a network whose responses a test sets by path; other requests fail. */
export const createNetwork = (responses: Record<string, () => Response>) => {
  const requested: string[] = [];
  const network = (async (input: RequestInfo | URL) => {
    const path = keyOf(input).slice(ORIGIN.length);
    requested.push(path);
    const respond = responses[path];
    if (!respond) throw new TypeError('Failed to fetch');
    return respond();
  }) as typeof fetch;
  return { fetch: network, requested };
};

export const requestOf = (path: string, headers: Record<string, string> = {}): Request =>
  new Request(ORIGIN + path, { headers });
