import { verifyAdministrator } from 'contracts/operations/auth';
import type { Client } from '../demo/client.ts';

/** Returns a token of the administrator. @throws Error when a second factor is required */
export const administratorToken = async ({ call }: Client, password: string): Promise<string> => {
  const login = await call(verifyAdministrator, { body: { password } });
  if (!('token' in login)) throw new Error('the administrator has a second factor: measure another stack');
  return login.token;
};
