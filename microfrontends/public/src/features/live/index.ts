export { Countdown } from './countdown.tsx';
export { LiveActions } from './live-actions.tsx';
export { useLiveChanges } from './live-changes.ts';
export { LiveReminder } from './live-reminder.tsx';
