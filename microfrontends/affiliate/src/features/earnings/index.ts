export { useEarnings } from './api/get-earnings.ts';
export { Earnings } from './earnings.tsx';
export { LatestPayouts } from './latest-payouts.tsx';
