import { recordVisit } from 'contracts/operations/visits';
import { call } from 'web-kit/api';
import { isObjecting } from 'web-kit/consent';
import { hasArrivedByClick, trackingParams } from 'web-kit/tracking';

/**
 * Reports a visit of the public site, which the server counts once a day (docs/domain.md#visits). Stores nothing in the browser and
 * reports nothing if the browser objects to tracking. Never rejects.
 * @param path path of the page on which the visit begins
 */
export const reportVisit = async (path: string): Promise<void> => {
  if (isObjecting()) return;
  const body = { path, trackingParams: trackingParams(), isClick: hasArrivedByClick() };
  // Without a response the visit is not counted: nothing depends on it.
  await call(recordVisit, { body }).catch(() => undefined);
};
