import { verifyAdministrator } from 'contracts/operations/auth';
import { call } from 'web-kit/api';

export const verifyPassword = (password: string) => call(verifyAdministrator, { body: { password } });
