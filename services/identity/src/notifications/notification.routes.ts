import {
  addPushDevice,
  changeModelNotifications,
  readNotifications,
  removePushDevice,
  unsubscribeFromMails,
} from 'contracts/operations/notifications';
import { requireRole } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/mount-operation';
import type { Postgres } from 'service-kit/postgres';
import type { ModelProjection } from '../projections/model.projection.ts';
import type { NotificationRepository } from './notification.repository.ts';
import { isPublicKey, isPushEndpoint } from './push-endpoint.ts';
import type { PushTransport } from './push-transport.ts';

interface Dependencies {
  postgres: Postgres;
  notifications: NotificationRepository;
  models: Pick<ModelProjection, 'idOfSlug'>;
  /** null: the site has no key, and push messages are disabled. */
  push: Pick<PushTransport, 'publicKey' | 'services'> | null;
}

/** Routes for notifications (docs/domain.md#notifications). */
export const notificationRoutes = (mount: Mount, { postgres, notifications, models, push }: Dependencies): void => {
  mount(readNotifications, async (_input, { viewer }) => {
    const subscriber = requireRole(viewer, 'subscriber');
    return {
      push_key: push?.publicKey ?? null,
      devices: await notifications.devices(subscriber),
      models: await notifications.models(subscriber.id),
    };
  });
  mount(addPushDevice, async ({ body }, { viewer }) => {
    const subscriber = requireRole(viewer, 'subscriber');
    if (!push || !isPushEndpoint(body.endpoint, push.services) || !isPublicKey(body.keys.p256dh))
      throw new AppError('PUSH_REJECTED');
    const isSaved = await postgres.transaction((client) => notifications.saveDevice(client, subscriber, body));
    if (!isSaved) throw new AppError('SESSION_EXPIRED');
    return { ok: true as const };
  });
  mount(removePushDevice, async ({ params }, { viewer }) => {
    await notifications.removeDevice(requireRole(viewer, 'subscriber').id, params.id);
    return { ok: true as const };
  });
  mount(changeModelNotifications, async ({ params, body }, { viewer }) => {
    const { id } = requireRole(viewer, 'subscriber');
    const modelId = await models.idOfSlug(params.slug);
    if (modelId === null) throw new AppError('MODEL_NOT_FOUND');
    const isSaved = await postgres.transaction((client) => notifications.saveChoice(client, id, modelId, body));
    if (!isSaved) throw new AppError('NOTIFICATIONS_LIMIT');
    return { ok: true as const };
  });
  mount(unsubscribeFromMails, async ({ body }) => {
    await notifications.unsubscribe(body.token);
    return { ok: true as const };
  });
};
