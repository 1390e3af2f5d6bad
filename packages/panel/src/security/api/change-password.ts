import { changeAffiliatePassword } from 'contracts/operations/sessions';
import type { PasswordChange } from 'contracts/sessions';
import { call } from 'web-kit/api';
import type { PanelSession } from 'web-kit/session';

/** Changes an affiliate's password; the administrator's is part of the server's configuration. */
export const changePassword = (session: PanelSession, slug: string, body: PasswordChange) =>
  call(changeAffiliatePassword, { params: { slug }, body, session });
