import { changeAffiliatePassword } from 'contracts/operations/sessions';
import type { PasswordChange } from 'contracts/sessions';
import { call } from 'web-kit/api';
import type { PanelSession } from 'web-kit/session';

/** Only an affiliate's: the administrator's password is part of the server's configuration. */
export const changePassword = (session: PanelSession, slug: string, body: PasswordChange) =>
  call(changeAffiliatePassword, { params: { slug }, body, session });
