/** Keys of the browser's storage. */
export const STORAGE_KEYS = {
  subscriberToken: 'token',
  subscriberUser: 'user',
  administratorToken: 'main_admin_token',
  administratorFlag: 'main_admin_authenticated',
  affiliateToken: (slug: string) => `affiliate_${slug}_token`,
  affiliateFlag: (slug: string) => `affiliate_${slug}_authenticated`,
  /** '1' where the session of that token has ended in this browser but not yet on the server. */
  owedLogout: (tokenKey: string) => `owedLogout:${tokenKey}`,
  /** 'true' after a registration. */
  showWelcome: 'showWelcome',
  /** Slug of the model from whose page the visitor registered. */
  selectedModel: 'selectedModel',
  /** Instant at which the payment was opened, in milliseconds. */
  paymentOpenedAt: 'paymentOpenedAt',
  /** Instant of a confirmed payment of this browser whose content has not been shown yet, in milliseconds. */
  unseenPurchaseAt: 'unseenPurchaseAt',
  /** '1' where a subscriber was logged in: data that the service worker stored since then are removed with the session. */
  hadSubscriber: 'hadSubscriber',
  /** The visitor's choices of consent, with their date. */
  consent: 'consent',
  /** Parameters of the link by which the visitor came; only with consent (web-kit/tracking). */
  tracking: 'tracking',
  /** 'light' or 'dark'; absent where the device decides. */
  theme: 'theme',
  /** '1' where the wall of models has one column on this phone. */
  wallColumns: 'wallColumns',
  /** '1' where a panel shows its models as a table. */
  modelTable: 'modelTable',
  /** '1' where a panel shows a model's media as a list. */
  mediaList: 'mediaList',
  /** Prefix of the keys of one panel user's unsaved model forms; removed with the session. */
  modelDrafts: (user: string) => `modelDraft:${user}:`,
} as const;

const PROBE = 'probe';

type Listener = (key: string | null) => void;

const listeners = new Set<Listener>();
/** Values that the browser could not store (private mode, full storage), for the lifetime of the page. */
const memory = new Map<string, string>();
const notify = (key: string | null) => listeners.forEach((listener) => listener(key));

const local = (): Storage | null => {
  try {
    return typeof window === 'undefined' ? null : window.localStorage;
  } catch {
    // Reading the property itself throws where cookies are blocked; `memory` takes over.
    return null;
  }
};

/** Local storage that never throws: falls back to memory, and stores nothing on a server. */
export const storage = {
  get: (key: string): string | null => {
    const remembered = memory.get(key);
    if (remembered !== undefined) return remembered;
    try {
      return local()?.getItem(key) ?? null;
    } catch {
      return null;
    }
  },
  set: (key: string, value: string): void => {
    if (typeof window === 'undefined') return;
    try {
      const storageArea = local();
      if (!storageArea) throw new Error('no storage');
      storageArea.setItem(key, value);
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
    notify(key);
  },
  remove: (key: string): void => {
    memory.delete(key);
    try {
      local()?.removeItem(key);
    } catch {
      // The value may be in the fallback only.
    }
    notify(key);
  },
  /** Whether the browser persists values beyond the page. */
  isLasting: (): boolean => {
    try {
      const storageArea = local();
      storageArea?.setItem(PROBE, '1');
      storageArea?.removeItem(PROBE);
      return storageArea !== null;
    } catch {
      return false;
    }
  },
  /** Returns every key with the prefix. */
  keys: (prefix: string): string[] => {
    let lasting: string[] = [];
    try {
      lasting = Object.keys(local() ?? {});
    } catch {
      // Only the fallback is readable then.
    }
    return [...new Set([...memory.keys(), ...lasting])].filter((key) => key.startsWith(prefix));
  },
  /**
   * Notifies of changes in this tab and in others.
   * @param listener receives the changed key; null when everything was cleared
   * @returns a function that ends the subscription
   */
  subscribe: (listener: Listener): (() => void) => {
    const fromOtherTab = (event: StorageEvent) => listener(event.key);
    listeners.add(listener);
    if (typeof window !== 'undefined') window.addEventListener('storage', fromOtherTab);
    return () => {
      listeners.delete(listener);
      if (typeof window !== 'undefined') window.removeEventListener('storage', fromOtherTab);
    };
  },
};
