export { useHasPaid } from './api/check-payment.ts';
export { useSubscription } from './api/get-subscription.ts';
export { ModelOffer, UnlockBar } from './offer.tsx';
export { CheckoutSteps, hasEnded, PayLink, paymentAttempt, useIsPaymentAwaited, useSelectedModel } from './payment.tsx';
export { ReminderRequest } from './reminder-request.tsx';
export { SubscriptionSummary } from './subscription-summary.tsx';
export { useAccess, useAccessGuard } from './use-access.ts';
export type { Access } from './use-access.ts';
