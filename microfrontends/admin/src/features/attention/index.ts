export { AttentionPanels } from './attention-panels.tsx';
