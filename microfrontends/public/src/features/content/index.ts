export { countsOf, listsOf } from './content-lists.ts';
export { ContentPanel } from './content-panel.tsx';
export { Contents } from './contents.tsx';
export { useViewer } from './use-viewer.tsx';
export { countUnlocked, UnlockedPhotos } from './unlocked-photos.tsx';
