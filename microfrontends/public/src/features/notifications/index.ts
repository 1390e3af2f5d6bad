import { FailedDialog } from 'ui/failed-part';
import { lazyPage } from 'web-kit/lazy-page';

export { NotificationSettings } from './notification-settings.tsx';
export { useUnsubscribe } from './api/unsubscribe.ts';
/** Loaded when the dialog opens. */
export const ReminderDialog = lazyPage(() => import('./reminder-dialog.tsx'), FailedDialog);
