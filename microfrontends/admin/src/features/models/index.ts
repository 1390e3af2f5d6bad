export { useModelPages } from './api/list-models.ts';
export { useModels } from './use-models.ts';
