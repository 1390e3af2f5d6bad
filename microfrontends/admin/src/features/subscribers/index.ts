export { Subscribers } from './subscribers.tsx';
