import { changeAdConsent, readAdConsent } from 'contracts/operations/ad-consent';
import { requireRole } from 'service-kit/auth';
import type { Mount } from 'service-kit/mount-operation';
import type { ConversionRepository } from './conversion.repository.ts';

/** Routes to read and change a subscriber's consent to the ad platform. */
export const adConsentRoutes = (
  mount: Mount,
  { readConsent, changeConsent }: Pick<ConversionRepository, 'readConsent' | 'changeConsent'>,
): void => {
  mount(readAdConsent, (_input, { viewer }) => readConsent(requireRole(viewer, 'subscriber').id));
  mount(changeAdConsent, async ({ body }, { viewer, request }) => {
    const { id } = requireRole(viewer, 'subscriber');
    await changeConsent(id, body.granted, request.get('user-agent') ?? '');
    return readConsent(id);
  });
};
