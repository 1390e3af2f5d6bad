import { exportCatalogueData } from 'contracts/operations/personal-data';
import { requireRole } from 'service-kit/auth';
import type { Mount } from 'service-kit/mount-operation';
import type { MarkService } from '../marks/mark.service.ts';

/** Serves the data that the catalogue stores of a subscriber (docs/domain.md#personal-data). */
export const personalDataRoutes = (mount: Mount, { marks }: { marks: Pick<MarkService, 'export'> }): void =>
  mount(exportCatalogueData, (_input, { viewer }) => marks.export(requireRole(viewer, 'subscriber').id));
