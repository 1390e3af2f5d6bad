export { isOwnView, useOwnAffiliate, usePublicAffiliate } from './api/get-affiliate.ts';
export { Settings } from './settings.tsx';
