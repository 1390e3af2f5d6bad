import { exportAffiliateData } from 'contracts/operations/personal-data';
import { requireRole } from 'service-kit/auth';
import type { Mount } from 'service-kit/mount-operation';
import type { PersonalDataRepository } from './personal-data.repository.ts';

/** Serves the data that the affiliate service stores of a subscriber (docs/domain.md#personal-data). */
export const personalDataRoutes = (mount: Mount, { personalData }: { personalData: PersonalDataRepository }): void =>
  mount(exportAffiliateData, (_input, { viewer }) => personalData.ofSubscriber(requireRole(viewer, 'subscriber').id));
