export { useModels } from './use-models.ts';
