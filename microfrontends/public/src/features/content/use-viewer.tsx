import type { ModelView } from 'contracts/models';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useToast } from 'ui/toast';
import { lazyPage } from 'web-kit/lazy-page';
import { useModel } from '../models/api/get-model.ts';
import { useGate } from '../subscription/use-access.ts';
import { listsOf } from './content-lists.ts';
import type { ContentKind, ContentLists } from './content-lists.ts';
import type { ViewerProps } from './viewer.tsx';

const Viewer = lazyPage<ViewerProps>(() => import('./viewer.tsx'));

/**
 * What a press on a tile does, and the viewer that it opens for those who have paid.
 * @returns `open` takes the tile's place in the list as it was drawn; `viewer` is to be rendered
 */
export const useViewer = (model: ModelView, lists: ContentLists): { open: (kind: ContentKind, index: number) => void; viewer: ReactNode } => {
  const [viewed, setViewed] = useState<{ kind: ContentKind; itemId: string } | null>(null);
  const { refetch } = useModel(model.slug);
  const gate = useGate(model.slug);
  const toast = useToast();

  const enter = async (kind: ContentKind, index: number) => {
    const given = lists[kind][index];
    if (given?.isViewable) return setViewed({ kind, itemId: given.id });
    // Paid a moment ago: the page still has what it was given before.
    const { data } = await refetch();
    const item = data ? listsOf(data)[kind][index] : undefined;
    if (item?.isViewable) setViewed({ kind, itemId: item.id });
    else toast({ title: 'Votre accès se prépare', text: 'Ce contenu s’ouvre dans quelques secondes. Réessayez.' });
  };

  const items = viewed ? lists[viewed.kind].filter((item) => item.isViewable) : [];
  return {
    open: (kind, index) => void gate(() => void enter(kind, index)),
    viewer: viewed && items.length > 0 && (
      <Suspense fallback={null}>
        <Viewer kind={viewed.kind} name={model.name} items={items} itemId={viewed.itemId} onItem={(itemId) => setViewed({ ...viewed, itemId })} onClose={() => setViewed(null)} onFailed={() => void refetch()} />
      </Suspense>
    ),
  };
};
