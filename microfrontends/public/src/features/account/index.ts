import type { DeviceCalls } from 'account/devices';
import { endSession } from './api/end-session.ts';
import { endSessions } from './api/end-sessions.ts';
import { listSessions } from './api/list-sessions.ts';

export { useConfirmEmail } from './api/confirm-email.ts';
export { EmailForm } from './email-form.tsx';
export { ProfileForm } from './profile-form.tsx';
export { ThemeChoice } from './theme-choice.tsx';
export { changePassword } from './api/change-password.ts';

/** The calls on the subscriber's own sessions. */
export const deviceCalls: DeviceCalls = { list: listSessions, end: endSession, endAll: endSessions };
