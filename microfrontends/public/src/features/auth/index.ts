export { useErrorToast, useValidationToast } from './auth-form.tsx';
export { useResetToken } from './api/reset-password.ts';
export { AuthModals } from './auth-modals.tsx';
export { useForgotLink, useReminderStop, useRequestedPage, useResumePayment } from './home-links.ts';
export { ResetForm } from './reset-form.tsx';
export { useGuestRedirect } from './use-guest-redirect.tsx';
