import { recordVisit } from 'contracts/operations/visits';
import { call } from 'web-kit/api';
import { trackingParams } from 'web-kit/tracking';

/**
 * Reports a visit of the public site, which the server counts once a day (docs/domain.md#visits). Nothing is stored in the browser;
 * one that objects to being counted is not reported. Never rejects.
 * @param path of the page on which the visit begins
 */
export const reportVisit = async (path: string): Promise<void> => {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (doNotTrack === '1' || globalPrivacyControl) return;
  // Without a response the visit is not counted: nothing depends on it.
  await call(recordVisit, { body: { path, trackingParams: trackingParams() } }).catch(() => undefined);
};
