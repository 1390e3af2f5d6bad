import { createRoot } from 'react-dom/client';
import { CONSENT_PLACE } from '../app-config.ts';
import type { AppConfig } from '../app-config.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { ConsentRequest } from './consent-request.tsx';
import { followOwedLogouts } from './owed-logouts.ts';
import { registerServiceWorker } from './service-worker.ts';

/** Starts what no page needs to be usable. Loaded while there is a network: without one it could not be. */
export const startAfterLoad = ({ serviceWorker }: AppConfig): void => {
  registerServiceWorker(serviceWorker);
  followOwedLogouts();
  // A root of its own: nothing of the page waits for it or is rendered again.
  createRoot(document.body.appendChild(document.createElement('div'))).render(<ConnectionNotice />);
  const place = document.getElementById(CONSENT_PLACE);
  if (place) createRoot(place).render(<ConsentRequest />);
};
