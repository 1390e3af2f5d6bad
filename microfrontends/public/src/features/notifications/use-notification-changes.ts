import type { ModelNotifications, NotificationSettings } from 'contracts/notifications';
import { TEXTS } from 'contracts/texts';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { useMutation, useQueryClient } from 'web-kit/query';
import { subscriberSession, useSession } from 'web-kit/session';
import { notificationsKey, removeDevice, saveChoice, saveDevice, useNotifications } from './api/notifications.ts';
import { isPushSupported, PushDeniedError, subscribeBrowser, unsubscribeBrowser } from './push-browser.ts';

const NONE: ModelNotifications = { live_push: false, content_push: false, live_mail: false };

/** Returns the notifications chosen for a model; none where it is not in the list. */
export const choiceOf = (settings: NotificationSettings | undefined, slug: string): ModelNotifications => {
  const { live_push, content_push, live_mail } = settings?.models.find((model) => model.slug === slug) ?? NONE;
  return { live_push, content_push, live_mail };
};

interface Choice {
  slug: string;
  change: Partial<ModelNotifications>;
}

/** Returns the subscriber's notifications and functions that change them; a change is shown once the server has stored it. */
export const useNotificationChanges = () => {
  const email = useSession(subscriberSession)?.user.email ?? '';
  const { data: settings, isError, isFetching, refetch } = useNotifications();
  const client = useQueryClient();
  const toast = useToast();
  const refresh = () => client.invalidateQueries({ queryKey: notificationsKey(email) });
  const onError = (error: unknown) =>
    toast({
      title: TEXTS.error,
      text: error instanceof PushDeniedError ? error.message : messageOf(error),
      tone: 'error',
    });

  const pushKey = settings?.push_key ?? null;
  const isDevice = settings?.devices.some(({ current }) => current) ?? false;
  const addThisBrowser = async () => {
    if (pushKey !== null && !isDevice) await saveDevice(await subscribeBrowser(pushKey));
  };

  const device = useMutation({
    mutationFn: async (id: string | null) => {
      if (id === null) return addThisBrowser();
      await removeDevice(id);
      if (settings?.devices.some((each) => each.current && each.id === id)) await unsubscribeBrowser();
    },
    onSuccess: refresh,
    onError,
  });
  const choice = useMutation({
    mutationFn: async ({ slug, change }: Choice) => {
      // Choosing the first push notification also adds this browser as a device.
      if (change.live_push || change.content_push) await addThisBrowser();
      await saveChoice(slug, { ...choiceOf(settings, slug), ...change });
    },
    onSuccess: refresh,
    onError,
  });
  return {
    settings,
    isError,
    isFetching,
    refetch,
    /** Whether the site sends push messages and this browser can receive them. */
    canPush: pushKey !== null && isPushSupported(),
    isDevice,
    addDevice: () => device.mutate(null),
    removeDevice: (id: string) => device.mutate(id),
    choose: (slug: string, change: Partial<ModelNotifications>) => choice.mutate({ slug, change }),
    isBusy: device.isPending || choice.isPending,
  };
};
