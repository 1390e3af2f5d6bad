import { exportIdentityData } from 'contracts/operations/personal-data';
import type { PersonalDataOf } from 'contracts/personal-data';
import { requireRole } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/mount-operation';
import type { Sessions } from 'service-kit/sessions';
import type { PersonalDataRepository } from './personal-data.repository.ts';

interface Dependencies {
  personalData: PersonalDataRepository;
  sessions: Pick<Sessions, 'list'>;
}

/** Serves the data that identity stores of a subscriber (docs/domain.md#personal-data). */
export const personalDataRoutes = (mount: Mount, { personalData, sessions }: Dependencies): void =>
  mount(exportIdentityData, async (_input, { viewer }): Promise<PersonalDataOf<'identity'>> => {
    const { id, sessionId } = requireRole(viewer, 'subscriber');
    const stored = await personalData.ofSubscriber(id);
    if (!stored) throw new AppError('SESSION_EXPIRED');
    return { ...stored, sessions: await sessions.list(id, sessionId) };
  });
