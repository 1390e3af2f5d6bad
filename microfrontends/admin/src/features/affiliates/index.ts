export { AffiliateList } from './affiliate-list.tsx';
export { useAffiliates } from './api/list-affiliates.ts';
