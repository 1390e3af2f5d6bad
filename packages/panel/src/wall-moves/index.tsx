import type { ModelPlace, ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import type { WallApi } from '../models/index.tsx';
import { moveOf, placed, placeOf } from './move.ts';

/** How models that are dragged are spoken of. */
export const MODEL_WORDS = { lifted: 'saisi,', dropped: null };

/** What was changed here and is not in what was read yet. */
interface Wanted {
  ids: readonly string[];
  featured: ReadonlyMap<string, boolean>;
}

/** The models as they are wanted; those that a later page brought follow. */
const asWanted = (models: readonly ModelView[], wanted: Wanted | null): readonly ModelView[] => {
  if (!wanted) return models;
  const places = new Map(wanted.ids.map((id, index) => [id, index]));
  const placeIn = ({ id }: ModelView) => places.get(id) ?? places.size;
  return models
    .map((model) => {
      const isFeatured = wanted.featured.get(model.id);
      return isFeatured === undefined ? model : { ...model, is_featured: isFeatured };
    })
    .sort((one, other) => placeIn(one) - placeIn(other));
};

interface WallMoves {
  /** In the order of the wall, as they were read. */
  models: readonly ModelView[];
  /** null: this panel does not set the order. */
  wall: WallApi | null;
  /** Reads them again. */
  reread: () => Promise<unknown>;
}

/**
 * Moves on the wall, shown at once. Each is a call that names a neighbour, so that it does not overwrite another person's; calls are
 * sent one after the other, since each starts from the move before, and the last of several reads the list again.
 */
export const useWallMoves = ({ models: stored, wall, reread }: WallMoves) => {
  const show = useToast();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const models = useMemo(() => asWanted(stored, wanted), [stored, wanted]);

  const send = useCallback(
    (next: readonly ModelView[], work: () => Promise<unknown>, onSent?: () => void) => {
      setWanted({
        ids: next.map(({ id }) => id),
        featured: new Map(next.map(({ id, is_featured }) => [id, is_featured === true])),
      });
      const sent = sending.current.then(work).then(onSent, (error: unknown) => {
        show({ tone: 'error', title: TEXTS.error, text: failureText(error, { refused: TEXTS.updateFailed }) });
      });
      sending.current = sent;
      const settle = async () => {
        await sent;
        if (sending.current === sent) await reread();
        if (sending.current === sent) setWanted(null);
      };
      void settle();
    },
    [show, reread],
  );

  const latest = useRef(models);
  useEffect(() => {
    latest.current = models;
  });
  const takeBack = (id: string, place: ModelPlace) =>
    wall && send(placed(latest.current, id, place), () => wall.place(id, place));
  return {
    models,
    move: (from: number, to: number, onMoved?: (to: number) => void): void => {
      const made = moveOf(models, from, to);
      const model = models[from];
      const former = placeOf(models, from);
      if (!wall || !made || !model || !former) return;
      send(
        made.models,
        () => wall.place(model.id, made.place),
        () => {
          show({
            tone: 'success',
            title: `${model.name} est en position ${made.to + 1}`,
            action: { label: TEXTS.cancel, onPress: () => takeBack(model.id, former) },
          });
          onMoved?.(made.to);
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
