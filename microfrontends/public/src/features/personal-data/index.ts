export { AccountDeletion } from './account-deletion.tsx';
export { DataExport } from './data-export.tsx';
