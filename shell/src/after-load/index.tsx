import { createRoot } from 'react-dom/client';
import { CONSENT_PLACE } from '../app-config.ts';
import type { AppConfig } from '../app-config.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { ConsentRequest } from './consent-request.tsx';
import { followOwedLogouts } from './owed-logouts.ts';
import { registerServiceWorker } from './service-worker.ts';

/** Starts the features that no page needs to be usable. Loaded while online, as they must work offline. */
export const startAfterLoad = ({ serviceWorker }: AppConfig): void => {
  registerServiceWorker(serviceWorker);
  followOwedLogouts();
  // A separate root, so that the page neither waits for it nor is rendered again.
  createRoot(document.body.appendChild(document.createElement('div'))).render(<ConnectionNotice />);
  const place = document.getElementById(CONSENT_PLACE);
  if (place) createRoot(place).render(<ConsentRequest />);
};
