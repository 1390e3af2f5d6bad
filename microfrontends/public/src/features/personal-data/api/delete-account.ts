import { deleteAccount as operation } from 'contracts/operations/personal-data';
import { call } from 'web-kit/api';
import { subscriberSession as session } from 'web-kit/session';

export const deleteAccount = (password: string) => call(operation, { body: { password }, session });
