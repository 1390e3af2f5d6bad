export { CancellationSteps } from './cancellation-steps.tsx';
export { WithdrawalSteps } from './withdrawal-steps.tsx';
