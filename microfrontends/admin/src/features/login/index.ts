import type { LoginCalls } from 'panel/login';
import { enrol } from './api/enrol.ts';
import { verifyPassword } from './api/verify-password.ts';
import { verifySecondFactor } from './api/verify-second-factor.ts';

export const loginCalls: LoginCalls = { verify: verifyPassword, verifySecondFactor, enrol };
