import type { ModelView } from 'contracts/models';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'ui/button';
import { Spinner } from 'ui/spinner';
import { useInfiniteQuery } from 'web-kit/query';
import { LoadFailure } from '../load-failure/index.tsx';
import { positionText, SortableList } from '../media-list/index.tsx';
import type { WallApi } from '../models/index.tsx';
import { MODEL_WORDS, useWallMoves } from '../wall-moves/index.tsx';
import styles from './wall-order.module.css';
import { WallRow } from './wall-row.tsx';
import type { WallActions } from './wall-row.tsx';

/** A constant, so that it is the same array in every rendering. */
const NONE: readonly ModelView[] = [];

interface WallOrderProps {
  wall: WallApi;
  /** Called after a move, to read the list again. */
  onChanged: () => Promise<unknown>;
}

/** Published models in the order of the wall, which can be moved and featured; each move is one call. */
export function WallOrder({ wall, onChanged }: WallOrderProps) {
  const pages = useInfiniteQuery({
    queryKey: ['wall-order'],
    queryFn: ({ signal, pageParam }) => wall.list(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const { refetch } = pages;
  const fetched = useMemo(() => pages.data?.pages.flatMap(({ items }) => items), [pages.data]);
  const reread = useCallback(async () => {
    await refetch();
    await onChanged();
  }, [refetch, onChanged]);
  const moves = useWallMoves({ models: fetched ?? NONE, wall, reread });
  const { models } = moves;
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const stepped = useRef<string | null>(null);

  const ids = useMemo(() => models.map(({ id }) => id), [models]);
  const nameOf = useCallback((index: number) => models[index]?.name ?? '', [models]);
  // Announced after the response; a failure is announced by its toast.
  const move = (from: number, target: number) => {
    setAnnouncement('');
    moves.move(from, target, (to) => setAnnouncement(positionText(nameOf(from), to + 1, models.length, 'déplacé')));
  };
  const feature = (model: ModelView, isFeatured: boolean) => {
    setAnnouncement('');
    moves.feature(model, isFeatured, () =>
      setAnnouncement(isFeatured ? `${model.name} est à la une.` : `${model.name} n’est plus à la une.`),
    );
  };
  const latest = useRef({ move, feature, ids });
  useEffect(() => {
    latest.current = { move, feature, ids };
  });
  const actions = useMemo<WallActions>(
    () => ({
      step: (id, by) => {
        stepped.current = `${id} ${by}`;
        const from = latest.current.ids.indexOf(id);
        latest.current.move(from, from + by);
      },
      feature: (model, isFeatured) => latest.current.feature(model, isFeatured),
    }),
    [],
  );
  // The row has moved with its button, which lost the focus: restored, so that the key can be pressed again.
  useEffect(() => {
    if (!stepped.current) return;
    list.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(stepped.current)}"]`)?.focus();
    stepped.current = null;
  }, [ids]);

  if (pages.isPending) return <Spinner label="Chargement des modèles" />;
  if (pages.isError && !fetched) return <LoadFailure error={pages.error} onRetry={() => void refetch()} />;
  const featured = models.filter(({ is_featured }) => is_featured).length;
  return (
    <div ref={list}>
      <p className={`small soft ${styles.intro}`}>
        Les lives passent toujours devant, puis les modèles à la une, puis cet ordre. Les nouveaux modèles suivent ceux
        que vous avez placés en tête.
      </p>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <SortableList
        label="Ordre de l’affiche"
        ids={ids}
        nameOf={nameOf}
        onMove={move}
        words={MODEL_WORDS}
        row={(index) => {
          const model = models[index];
          return (
            model && (
              <WallRow
                model={model}
                position={index + 1}
                isFirst={index === 0 || index === featured}
                isLast={index === featured - 1 || index === models.length - 1}
                actions={actions}
              />
            )
          );
        }}
      />
      {pages.hasNextPage && (
        <div className={styles.more}>
          <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Afficher la suite
          </Button>
        </div>
      )}
    </div>
  );
}
