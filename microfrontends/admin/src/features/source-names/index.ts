export { ModelSelect } from './model-select.tsx';
export { sourceText, useSourceNames } from './use-source-names.ts';
export type { SourceNames } from './use-source-names.ts';
