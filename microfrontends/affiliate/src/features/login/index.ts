import { afterOwedLogout } from 'panel/login';
import type { LoginCalls } from 'panel/login';
import { STORAGE_KEYS } from 'web-kit/storage';
import { verifyPassword } from './api/verify-password.ts';
import { verifySecondFactor } from './api/verify-second-factor.ts';

export const loginCallsOf = (slug: string): LoginCalls => {
  const enter = <Result extends object>(call: () => Promise<Result>) =>
    afterOwedLogout(STORAGE_KEYS.affiliateToken(slug), call);
  return {
    verify: (password) => enter(() => verifyPassword(slug, password)),
    verifySecondFactor: (proof) => enter(() => verifySecondFactor(slug, proof)),
  };
};
