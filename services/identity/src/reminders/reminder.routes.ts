import { requestReminder, stopReminder } from 'contracts/operations/reminders';
import { requireRole } from 'service-kit/auth';
import type { Mount } from 'service-kit/mount-operation';
import type { ReminderRepository } from './reminder.repository.ts';

/** Consent to the reminder, and its end. */
export const reminderRoutes = (mount: Mount, { request, stop }: Pick<ReminderRepository, 'request' | 'stop'>): void => {
  mount(requestReminder, async (_input, { viewer }) => {
    await request(requireRole(viewer, 'subscriber').id);
    return { ok: true as const };
  });
  mount(stopReminder, async ({ body }) => {
    await stop(body.token);
    return { ok: true as const };
  });
};
