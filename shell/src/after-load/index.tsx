import { createRoot } from 'react-dom/client';
import type { AppConfig } from '../app-config.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { registerServiceWorker } from './service-worker.ts';

/** Starts what no page needs to be usable. Loaded while there is a network: without one it could not be. */
export const startAfterLoad = ({ serviceWorker }: AppConfig): void => {
  registerServiceWorker(serviceWorker);
  // A root of its own: nothing of the page waits for it or is rendered again.
  createRoot(document.body.appendChild(document.createElement('div'))).render(<ConnectionNotice />);
};
