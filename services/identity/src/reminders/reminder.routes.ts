import { getReminder, requestReminder, stopReminder } from 'contracts/operations/reminders';
import { requireRole } from 'service-kit/auth';
import type { Mount } from 'service-kit/mount-operation';
import type { ReminderRepository } from './reminder.repository.ts';

interface Dependencies {
  reminders: Pick<ReminderRepository, 'stateOf' | 'request' | 'stop'>;
}

/** Routes for consent to the reminder, and its withdrawal. */
export const reminderRoutes = (mount: Mount, { reminders }: Dependencies): void => {
  mount(getReminder, async (_input, { viewer }) => ({
    state: await reminders.stateOf(requireRole(viewer, 'subscriber').id),
  }));
  mount(requestReminder, async (_input, { viewer }) => {
    await reminders.request(requireRole(viewer, 'subscriber').id);
    return { ok: true as const };
  });
  mount(stopReminder, async ({ body }) => {
    await reminders.stop(body.token);
    return { ok: true as const };
  });
};
