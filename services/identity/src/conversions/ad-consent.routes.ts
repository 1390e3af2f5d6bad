import { changeAdConsent, readAdConsent } from 'contracts/operations/ad-consent';
import { requireRole } from 'service-kit/auth';
import type { Mount } from 'service-kit/mount-operation';
import type { ConversionRepository } from './conversion.repository.ts';

/** Routes to read and change a subscriber's consent to the ad platform. */
export const adConsentRoutes = (
  mount: Mount,
  { conversions }: { conversions: Pick<ConversionRepository, 'readConsent' | 'changeConsent'> },
): void => {
  mount(readAdConsent, (_input, { viewer }) => conversions.readConsent(requireRole(viewer, 'subscriber').id));
  mount(changeAdConsent, async ({ body }, { viewer, request }) => {
    const { id } = requireRole(viewer, 'subscriber');
    await conversions.changeConsent(id, body.granted, request.get('user-agent') ?? '');
    return conversions.readConsent(id);
  });
};
