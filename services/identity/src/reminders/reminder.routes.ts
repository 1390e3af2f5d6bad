import { getReminder, requestReminder, stopReminder } from 'contracts/operations/reminders';
import { requireRole } from 'service-kit/auth';
import type { Mount } from 'service-kit/mount-operation';
import type { ReminderRepository } from './reminder.repository.ts';

type Routed = Pick<ReminderRepository, 'stateOf' | 'request' | 'stop'>;

/** Routes for consent to the reminder, and its withdrawal. */
export const reminderRoutes = (mount: Mount, { stateOf, request, stop }: Routed): void => {
  mount(getReminder, async (_input, { viewer }) => ({ state: await stateOf(requireRole(viewer, 'subscriber').id) }));
  mount(requestReminder, async (_input, { viewer }) => {
    await request(requireRole(viewer, 'subscriber').id);
    return { ok: true as const };
  });
  mount(stopReminder, async ({ body }) => {
    await stop(body.token);
    return { ok: true as const };
  });
};
