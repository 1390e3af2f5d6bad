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

/** Item in the viewer, stored in a history entry: the back button closes the viewer and stays on the page. */
interface ViewerMedia {
  kind: ContentKind;
  itemId: string;
}
/** State of a history entry that opens the viewer. */
export interface ViewerState {
  viewed: ViewerMedia;
}
const viewedIn = (state: unknown): ViewerMedia | null => (state as Partial<ViewerState> | null)?.viewed ?? null;

/**
 * Handles a click on a tile and renders the viewer that it opens for subscribers who have paid.
 * @returns `open` takes the position of the tile in the shown list; `viewer` is the element to render
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
  /** Whether a navigation is in progress: until it is done, a second click would still see the former entry. */
  const isNavigating = useRef(false);
  /** State of the history entry that the viewer was last shown for. */
  const shownFor = useRef<unknown>(null);
  const viewed = viewedIn(state);
  const items = viewed ? lists[viewed.kind].filter((item) => item.isViewable) : [];
  // A history entry may outlive its item, after a logout, a refund or a deletion.
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
    // The payment is recent: the page still has the data from before.
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
      // The viewer was closed by a loss of access, such as a refund: redirects to the payment.
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
