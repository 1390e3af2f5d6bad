export { TrackedLinks } from './tracked-links.tsx';
