import type { OutgoingSettings } from 'contracts/outgoing-postbacks';
import {
  getOutgoingPostbacks,
  retryOutgoingPostback,
  setOutgoingPostbacks,
  testOutgoingPostback,
} from 'contracts/operations/outgoing';
import { call } from 'web-kit/api';
import { useInfiniteQuery } from 'web-kit/query';
import type { PanelSession } from 'web-kit/session';

/** Affiliate whose server is notified, and the session of the panel's user. */
export interface OutgoingOwner {
  session: PanelSession;
  slug: string;
}

/** Poll interval of the log while a notification is pending. */
const POLL_INTERVAL_MS = 3_000;

/** Queries the settings of an affiliate's notifications and their log, page by page. */
export const useOutgoing = ({ session, slug }: OutgoingOwner) =>
  useInfiniteQuery({
    queryKey: ['outgoing-postbacks', slug],
    queryFn: ({ signal, pageParam }) =>
      call(getOutgoingPostbacks, {
        params: { slug },
        query: pageParam === null ? {} : { before: pageParam },
        session,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some((delivery) => delivery.state === 'waiting'))
        ? POLL_INTERVAL_MS
        : false,
  });
/** Saves address and events; the response contains the secret of a first address. @throws ApiError as `call` does */
export const saveOutgoing = ({ session, slug }: OutgoingOwner, body: OutgoingSettings) =>
  call(setOutgoingPostbacks, { params: { slug }, body, session });
/** Sends a test notification to the saved address. */
export const sendTest = ({ session, slug }: OutgoingOwner) => call(testOutgoingPostback, { params: { slug }, session });
/** Sends a failed notification again. */
export const retryDelivery = ({ session, slug }: OutgoingOwner, id: string) =>
  call(retryOutgoingPostback, { params: { slug, id }, session });
