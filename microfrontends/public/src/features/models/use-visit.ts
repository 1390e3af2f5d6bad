import type { ModelView } from 'contracts/models';
import { useEffect } from 'react';
import { avatarOf, backdropOf } from './model-display.ts';

/** Reports a shown profile to the service worker, which lists it without a network (docs/domain.md#without-a-network). */
export const useVisit = (model: ModelView): void => {
  const { slug, name, bio } = model;
  const [avatar, cover] = [avatarOf(model, 176)?.src, backdropOf(model)?.src];
  useEffect(() => {
    // Without a worker `ready` never resolves.
    void (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.ready.then(({ active }) =>
      active?.postMessage({ type: 'visit', profile: { slug, name, bio, avatar, cover } }),
    );
  }, [slug, name, bio, avatar, cover]);
};
