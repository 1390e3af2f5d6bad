import { afterOwedLogout } from 'panel/login';
import type { LoginCalls } from 'panel/login';
import { STORAGE_KEYS } from 'web-kit/storage';
import { enrol } from './api/enrol.ts';
import { verifyPassword } from './api/verify-password.ts';
import { verifySecondFactor } from './api/verify-second-factor.ts';

const enter = <Result extends object>(call: () => Promise<Result>) =>
  afterOwedLogout(STORAGE_KEYS.administratorToken, call);

export const loginCalls: LoginCalls = {
  verify: (password) => enter(() => verifyPassword(password)),
  verifySecondFactor: (proof) => enter(() => verifySecondFactor(proof)),
  enrol: (factor) => enter(() => enrol(factor)),
};
