import type { ModelNotifications, NotificationSettings, PushSubscriptionInput } from 'contracts/notifications';
import {
  addPushDevice,
  changeModelNotifications,
  readNotifications,
  removePushDevice,
} from 'contracts/operations/notifications';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { subscriberSession as session, useSession } from 'web-kit/session';

export const notificationsKey = (email: string) => ['notifications', email] as const;

/** Queries the subscriber's devices and choices; sends no request for a visitor. */
export const useNotifications = () => {
  const email = useSession(session)?.user.email ?? '';
  return useQuery<NotificationSettings>({
    queryKey: notificationsKey(email),
    queryFn: ({ signal }) => call(readNotifications, { session, signal }),
    enabled: email !== '',
  });
};

export const saveDevice = (body: PushSubscriptionInput) => call(addPushDevice, { body, session });
export const removeDevice = (id: string) => call(removePushDevice, { params: { id }, session });
export const saveChoice = (slug: string, body: ModelNotifications) =>
  call(changeModelNotifications, { params: { slug }, body, session });
