import { changeProfile as operation } from 'contracts/operations/auth';
import type { ProfileForm } from 'contracts/subscribers';
import { call } from 'web-kit/api';
import { subscriberSession as session } from 'web-kit/session';

/** Saves the user's names; the session shows them in every tab from then on. */
export const changeProfile = async (body: ProfileForm): Promise<void> => {
  const user = await call(operation, { body, session });
  const token = session.token();
  if (token !== null) session.open({ token, user });
};
