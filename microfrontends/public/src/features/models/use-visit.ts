import type { ModelView } from 'contracts/models';
import { useEffect } from 'react';
import { hasRefusedAll } from 'web-kit/consent';
import { avatarOf, backdropOf } from './model-display.ts';

/** Reports a shown profile to the service worker, whose offline page lists it (docs/domain.md#without-a-network). */
export const useVisit = (model: ModelView): void => {
  const { slug, name, bio } = model;
  const [avatar, cover] = [avatarOf(model, 176)?.src, backdropOf(model)?.src];
  useEffect(() => {
    if (hasRefusedAll()) return;
    // Without a service worker `ready` never resolves.
    void (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.ready.then(({ active }) =>
      active?.postMessage({ type: 'visit', profile: { slug, name, bio, avatar, cover } }),
    );
  }, [slug, name, bio, avatar, cover]);
};
