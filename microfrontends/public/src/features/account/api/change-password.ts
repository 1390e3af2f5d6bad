import { changePassword as operation } from 'contracts/operations/sessions';
import type { PasswordChange } from 'contracts/sessions';
import { call } from 'web-kit/api';
import { subscriberSession as session } from 'web-kit/session';

export const changePassword = (body: PasswordChange) => call(operation, { body, session });
