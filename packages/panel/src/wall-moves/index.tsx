import type { ModelPlace, ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import type { WallApi } from '../models/index.tsx';
import { moveOf, placeModel, placeOf } from './move.ts';

export { isFeatured } from './move.ts';

/** Texts of the announcements of a dragged model. */
export const MODEL_WORDS = { lifted: 'saisi,', dropped: null };
export const MODEL_ROLE = { roleDescription: 'modèle à déplacer' };

/** Changes made here that the loaded list does not contain yet. */
interface PendingChanges {
  ids: readonly string[];
  featured: ReadonlyMap<string, boolean>;
}

/** Applies the pending changes to the models; models of pages that were loaded later follow. */
const applyPending = (models: readonly ModelView[], pending: PendingChanges | null): readonly ModelView[] => {
  if (!pending) return models;
  const places = new Map(pending.ids.map((id, index) => [id, index]));
  const placeIn = ({ id }: ModelView) => places.get(id) ?? places.size;
  return models
    .map((model) => {
      const isFeatured = pending.featured.get(model.id);
      return isFeatured === undefined ? model : { ...model, is_featured: isFeatured };
    })
    .sort((one, other) => placeIn(one) - placeIn(other));
};

interface WallMoves {
  /** Loaded models, in the order of the wall. */
  models: readonly ModelView[];
  /** null where the panel does not set the order. */
  wall: WallApi | null;
  /** Reads the models again. */
  reread: () => Promise<unknown>;
}

/**
 * Moves models on the wall, shown at once. Each move is a call that names a neighbour, so that concurrent moves of another user are
 * preserved. Calls are sent one after the other, since each move builds on the former one; after the last one the list is read
 * again.
 */
export const useWallMoves = ({ models: stored, wall, reread }: WallMoves) => {
  const show = useToast();
  const [pending, setPending] = useState<PendingChanges | null>(null);
  const lastRequest = useRef<Promise<unknown>>(Promise.resolve());
  const models = useMemo(() => applyPending(stored, pending), [stored, pending]);

  const send = useCallback(
    (next: readonly ModelView[], work: () => Promise<unknown>, onSent?: () => void) => {
      setPending({
        ids: next.map(({ id }) => id),
        featured: new Map(next.map(({ id, is_featured }) => [id, is_featured === true])),
      });
      const request = lastRequest.current.then(work).then(onSent, (error: unknown) => {
        show({ tone: 'error', title: TEXTS.error, text: failureText(error, { rejected: TEXTS.updateFailed }) });
      });
      lastRequest.current = request;
      const reloadAfterLast = async () => {
        await request;
        if (lastRequest.current === request) await reread();
        if (lastRequest.current === request) setPending(null);
      };
      void reloadAfterLast();
    },
    [show, reread],
  );

  const latest = useRef(models);
  useEffect(() => {
    latest.current = models;
  });
  const takeBack = (id: string, place: ModelPlace) =>
    wall && send(placeModel(latest.current, id, place), () => wall.place(id, place));
  return {
    models,
    move: (from: number, to: number, onMoved?: (to: number) => void): void => {
      const change = moveOf(models, from, to);
      const model = models[from];
      const formerPlace = placeOf(models, from);
      if (!wall || !change || !model || !formerPlace) return;
      send(
        change.models,
        () => wall.place(model.id, change.place),
        () => {
          show({
            tone: 'success',
            title: `${model.name} est en position ${change.to + 1}`,
            action: { label: TEXTS.cancel, onPress: () => takeBack(model.id, formerPlace) },
          });
          onMoved?.(change.to);
        },
      );
    },
    feature: (model: ModelView, isFeatured: boolean, onFeatured?: () => void) => {
      if (!wall) return;
      const rest = models.filter(({ id }) => id !== model.id);
      const featured = rest.filter(({ is_featured }) => is_featured).length;
      const changed = { ...model, is_featured: isFeatured };
      send(
        [...rest.slice(0, featured), changed, ...rest.slice(featured)],
        () => wall.feature(model.id, isFeatured),
        onFeatured,
      );
    },
  };
};
