import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'ui/button';
import { Spinner } from 'ui/spinner';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import { useInfiniteQuery } from 'web-kit/query';
import { LoadFailure } from '../load-failure/index.tsx';
import { positionText, SortableList } from '../media-list/index.tsx';
import type { WallApi } from '../models/index.tsx';
import { moveOf } from './move.ts';
import styles from './wall-order.module.css';
import { WallRow } from './wall-row.tsx';
import type { WallActions } from './wall-row.tsx';

const WORDS = { lifted: 'saisi,', dropped: 'déposé' };

interface WallOrderProps {
  wall: WallApi;
  /** Something was moved: the list is to be read again. */
  onChanged: () => Promise<unknown>;
}

/** The published models in the order of the wall, to be moved and featured; one call for each move. */
export function WallOrder({ wall, onChanged }: WallOrderProps) {
  const show = useToast();
  const pages = useInfiniteQuery({
    queryKey: ['wall-order'],
    queryFn: ({ signal, pageParam }) => wall.list(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const fetched = useMemo(() => pages.data?.pages.flatMap(({ items }) => items), [pages.data]);
  const [moving, setMoving] = useState<{ from: typeof fetched; models: ModelView[] } | null>(null);
  // What was moved here stands until the catalogue has been read again.
  const models = useMemo(
    () => (moving !== null && moving.from === fetched ? moving.models : (fetched ?? [])),
    [moving, fetched],
  );
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const stepped = useRef<string | null>(null);
  // Moves are sent in their order: each names a neighbour of the one before.
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const { refetch } = pages;

  const send = useCallback(
    (work: () => Promise<unknown>) => {
      const sent = sending.current.then(work).catch((error: unknown) => {
        show({ tone: 'error', title: TEXTS.error, text: failureText(error, { refused: TEXTS.updateFailed }) });
      });
      sending.current = sent;
      // Only the last of several moves reads the list again.
      void sent.then(async () => {
        if (sending.current !== sent) return;
        await refetch();
        setMoving(null);
        await onChanged();
      });
    },
    [show, refetch, onChanged],
  );
  const ids = useMemo(() => models.map(({ id }) => id), [models]);
  const nameOf = useCallback((index: number) => models[index]?.name ?? '', [models]);
  const move = (from: number, wanted: number) => {
    const made = moveOf(models, from, wanted);
    const id = ids[from];
    if (!made || id === undefined) return;
    setMoving({ from: fetched, models: made.models });
    setAnnouncement(positionText(nameOf(from), made.to + 1, models.length, 'déplacé'));
    send(() => wall.place(id, made.place));
  };
  const feature = (model: ModelView, isFeatured: boolean) => {
    const rest = models.filter(({ id }) => id !== model.id);
    const featured = rest.filter(({ is_featured }) => is_featured).length;
    const changed = { ...model, is_featured: isFeatured };
    setMoving({ from: fetched, models: [...rest.slice(0, featured), changed, ...rest.slice(featured)] });
    setAnnouncement(isFeatured ? `${model.name} est à la une.` : `${model.name} n’est plus à la une.`);
    send(() => wall.feature(model.id, isFeatured));
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
  // The row was moved with its button, which keeps the focus.
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
        words={WORDS}
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
