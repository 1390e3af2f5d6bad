export { useModelPreview } from './api/preview-model.ts';
export { useModel } from './api/get-model.ts';
export { useFirstPage, useModels } from './api/list-models.ts';
export { avatarOf, backdropOf, coverOf, statsOf } from './model-display.ts';
export { MODELS_ANCHOR, ModelWallSection } from './model-wall-section.tsx';
export { OtherModels } from './other-models.tsx';
export { TonightSection } from './tonight-section.tsx';
export { useModelList } from './use-model-list.ts';
export { useVisit } from './use-visit.ts';
