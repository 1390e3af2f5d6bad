import type { ModelView } from 'contracts/models';
import { ofName } from 'contracts/texts';
import { useEffect } from 'react';
import { FreshMedia, FreshMediaPlace } from 'ui/fresh-media';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { pictureOf } from './content-grid.tsx';
import { listsOf } from './content-lists.ts';
import type { ViewerState } from './use-viewer.tsx';

const MAX_PHOTOS = 3;
/** Delay before the model is read again: the catalogue receives a payment by an event, later than billing. */
const RETRY_DELAY_MS = 2_000;

/** Returns up to three photos to show after a payment: those that it has unlocked, then free ones. */
const firstPhotosOf = (model: ModelView) => {
  const open = listsOf(model).photos.filter((photo) => photo.isViewable && photo.image);
  return [...open.filter((photo) => photo.isLocked), ...open.filter((photo) => !photo.isLocked)].slice(0, MAX_PHOTOS);
};

/** Returns the number of shown photos if the payment has unlocked all of them, else 0. */
export const countUnlocked = (model: ModelView): number => {
  const photos = firstPhotosOf(model);
  return photos.every((photo) => photo.isLocked) ? photos.length : 0;
};

/** Shows up to three photos that a payment has unlocked, each of which opens in the viewer; nothing for a model without photos. */
export function UnlockedPhotos({ model, refetch }: { model: ModelView; refetch: () => void }) {
  const firstPhotos = firstPhotosOf(model);
  const isAwaited = listsOf(model).photos.some((photo) => !photo.isViewable);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(refetch, RETRY_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isAwaited, model, refetch]);
  if (firstPhotos.length === 0) return isAwaited ? <FreshMediaPlace /> : null;
  return (
    <FreshMedia
      label={`Photos ${ofName(model.name)}`}
      items={firstPhotos.flatMap((photo, index) => {
        const picture = pictureOf(photo, '(min-width: 60rem) 14rem, 33vw');
        const label = `Ouvrir la photo ${index + 1} ${ofName(model.name)}`;
        const state: ViewerState = { viewed: { kind: 'photos', itemId: photo.id } };
        return picture ? { id: photo.id, picture, label, href: paths.model(model.slug), component: Link, state } : [];
      })}
    />
  );
}
