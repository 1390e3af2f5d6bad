export { useUnmatchedPostbacks } from './api/list-postbacks.ts';
export { Payments } from './payments.tsx';
