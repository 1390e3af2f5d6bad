import { lazyPage } from 'web-kit/lazy-page';

export { useUnsubscribe } from './api/unsubscribe.ts';
/** Of the account. */
export const NotificationSettings = lazyPage(() => import('./notification-settings.tsx'));
/** Loaded when it opens. */
export const ReminderDialog = lazyPage(() => import('./reminder-dialog.tsx'));
