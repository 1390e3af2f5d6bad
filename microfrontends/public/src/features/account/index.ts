export { changePassword } from './api/change-password.ts';
export { useConfirmEmail } from './api/confirm-email.ts';
export { deviceCalls } from './api/sessions.ts';
export { EmailForm } from './email-form.tsx';
export { ProfileForm } from './profile-form.tsx';
export { useUserRenewal } from './use-user-renewal.ts';
