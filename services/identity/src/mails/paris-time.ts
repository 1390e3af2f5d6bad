export { inParis, onDay } from 'service-kit/paris-time';
