import type { LoginCalls } from 'panel/login';
import { verifyPassword } from './api/verify-password.ts';
import { verifySecondFactor } from './api/verify-second-factor.ts';

export const loginCallsOf = (slug: string): LoginCalls => ({
  verify: (password) => verifyPassword(slug, password),
  verifySecondFactor: (proof) => verifySecondFactor(slug, proof),
});
