export { Payments } from './payments.tsx';
