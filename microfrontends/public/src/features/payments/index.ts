export { usePayments } from './api/list-payments.ts';
export { Payments } from './payments.tsx';
