import {
  exportAffiliateData,
  exportBillingData,
  exportCatalogueData,
  exportIdentityData,
  exportMediaData,
} from 'contracts/operations/personal-data';
import { call } from 'web-kit/api';
import { saveFile } from 'web-kit/download';
import { subscriberSession as session } from 'web-kit/session';

/**
 * Saves all data that the services store about the subscriber as one JSON file.
 * @throws ApiError when one service does not respond, as the file must be complete
 */
export const exportData = async (): Promise<void> => {
  const [identity, billing, catalogue, affiliate, media] = await Promise.all([
    call(exportIdentityData, { session }),
    call(exportBillingData, { session }),
    call(exportCatalogueData, { session }),
    call(exportAffiliateData, { session }),
    call(exportMediaData, { session }),
  ]);
  const exportedAt = new Date().toISOString();
  const data = { exported_at: exportedAt, identity, billing, catalogue, affiliate, media };
  saveFile(
    new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
    `mes-donnees-${exportedAt.slice(0, 10)}.json`,
  );
};
