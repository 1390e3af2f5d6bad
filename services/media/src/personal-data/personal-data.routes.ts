import { exportMediaData } from 'contracts/operations/personal-data';
import { requireRole } from 'service-kit/auth';
import type { Mount } from 'service-kit/mount-operation';
import type { EntitlementProjection } from '../projections/entitlement.projection.ts';

/** Serves the data that media stores of a subscriber (docs/domain.md#personal-data). */
export const personalDataRoutes = (
  mount: Mount,
  { entitlements }: { entitlements: Pick<EntitlementProjection, 'until'> },
): void =>
  mount(exportMediaData, async (_input, { viewer }) => ({
    access_until: (await entitlements.until(requireRole(viewer, 'subscriber').id))?.toISOString() ?? null,
  }));
