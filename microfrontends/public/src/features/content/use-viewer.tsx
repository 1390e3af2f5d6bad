import type { ModelView } from 'contracts/models';
import { Suspense, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { FailedDialog } from 'ui/failed-part';
import { useToast } from 'ui/toast';
import { lazyPage } from 'web-kit/lazy-page';
import { unseenPurchase } from 'web-kit/logout-losses';
import { preload } from 'web-kit/preload';
import { useLocation, useNavigate } from 'web-kit/router';
import { useModel } from '../models/index.ts';
import { useAccess, useAccessGuard } from '../subscription/index.ts';
import { listsOf } from './content-lists.ts';
import type { ContentKind, ContentLists } from './content-lists.ts';
import type { ViewerProps } from './viewer.tsx';

const load = () => import('./viewer.tsx');
const Viewer = lazyPage<ViewerProps>(load, FailedDialog);

/** Item of the viewer, stored in a history entry: the back button closes the viewer and stays on the page. */
interface ViewerMedia {
  kind: ContentKind;
  itemId: string;
}
const viewedIn = (state: unknown): ViewerMedia | null => (state as { viewed?: ViewerMedia } | null)?.viewed ?? null;

/**
 * Handles a press on a tile, and renders the viewer that it opens for subscribers who have paid.
 * @returns `open` takes the tile's place in the list as it was drawn; `viewer` is to be rendered
 */
export const useViewer = (
  model: ModelView,
  lists: ContentLists,
): { open: (kind: ContentKind, index: number) => void; viewer: ReactNode } => {
  const { search, hash, ...location } = useLocation();
  const state: unknown = location.state;
  const navigate = useNavigate();
  const { refetch } = useModel(model.slug);
  const access = useAccess().kind;
  const hasPaid = access === 'paid';
  const requireAccess = useAccessGuard(model.slug);
  const toast = useToast();
  /** Whether the history does not have the entry of a press yet; a second press finds the page as it was. */
  const isNavigating = useRef(false);
  /** The state of the entry that the viewer is shown for. */
  const shownFor = useRef<unknown>(null);
  const viewed = viewedIn(state);
  const items = viewed ? lists[viewed.kind].filter((item) => item.isViewable) : [];
  // An entry of the history may outlive what it showed: a logout, a refund, a deletion.
  const isThere = hasPaid && items.some((item) => item.id === viewed?.itemId);

  useEffect(() => {
    isNavigating.current = false;
  }, [state]);
  useEffect(() => {
    if (hasPaid) preload(load);
  }, [hasPaid]);

  const show = (next: ViewerMedia, replace: boolean) =>
    void navigate({ search, hash }, { replace, state: { viewed: next } });
  const view = (next: ViewerMedia) => {
    if (isNavigating.current || isThere) return;
    isNavigating.current = true;
    show(next, viewed !== null);
  };
  const close = () => {
    if (isNavigating.current) return;
    isNavigating.current = true;
    void navigate(-1);
  };
  const enter = async (kind: ContentKind, index: number) => {
    const listedItem = lists[kind][index];
    if (listedItem?.isViewable) return view({ kind, itemId: listedItem.id });
    // Paid a moment ago: the page still has what it was given before.
    const { data } = await refetch();
    const item = data ? listsOf(data)[kind][index] : undefined;
    if (item?.isViewable) view({ kind, itemId: item.id });
    else toast({ title: 'Votre accès se prépare', text: 'Ce contenu s’ouvre dans quelques secondes. Réessayez.' });
  };

  useEffect(() => {
    if (isThere) unseenPurchase.end();
  }, [isThere]);
  useEffect(() => {
    if (viewed && !isThere && shownFor.current === state && access !== 'visitor')
      // It has closed by itself, after a refund for example: then this leads to the payment.
      void requireAccess(() => undefined, { staleTime: 0 });
    shownFor.current = isThere ? state : null;
  }, [viewed, isThere, state, access, requireAccess]);
  return {
    open: (kind, index) => void requireAccess(() => void enter(kind, index)),
    viewer: viewed && isThere && (
      <Suspense fallback={null}>
        <Viewer
          kind={viewed.kind}
          name={model.name}
          items={items}
          itemId={viewed.itemId}
          onItem={(itemId) => show({ ...viewed, itemId }, true)}
          onClose={close}
          onFailed={() => void refetch()}
        />
      </Suspense>
    ),
  };
};
