import { z } from 'zod';
import { givenPassword } from '../fields.ts';
import { operation } from '../operation.ts';
import { panelLogin } from '../second-factor.ts';
import {
  authResponse,
  credentials,
  emailChange,
  emailConfirmation,
  forgottenPassword,
  passwordReset,
  profileChange,
  registration,
  user,
} from '../subscribers.ts';
import { ok, tokenResponse } from './shapes.ts';

export const register = operation({
  id: 'register',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/register',
  status: 201,
  summary: 'Registers a subscriber from a model’s page',
  body: registration,
  response: authResponse,
  errors: [
    'VALIDATION_FAILED',
    'MODEL_REQUIRED',
    'PASSWORD_TOO_COMMON',
    'PASSWORD_TOO_PERSONAL',
    'EMAIL_TAKEN',
    'TOO_MANY_ATTEMPTS',
  ],
});
export const login = operation({
  id: 'login',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Logs a subscriber in',
  body: credentials,
  response: authResponse,
  errors: ['VALIDATION_FAILED', 'BAD_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
});
export const forgotPassword = operation({
  id: 'forgotPassword',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Requests a reset link; the response never reveals whether the address is known',
  body: forgottenPassword,
  response: z.object({ ok: z.literal(true), message: z.string(), resetUrl: z.string().optional() }),
  errors: ['VALIDATION_FAILED', 'TOO_MANY_ATTEMPTS'],
});
export const verifyResetToken = operation({
  id: 'verifyResetToken',
  service: 'identity',
  method: 'GET',
  path: '/api/auth/verify-reset-token/:token',
  summary: 'Returns whether a reset link still holds',
  params: z.object({ token: z.string().max(200) }),
  response: z.object({ valid: z.boolean(), email: z.string().optional() }),
  errors: ['TOO_MANY_ATTEMPTS'],
});
export const resetPassword = operation({
  id: 'resetPassword',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Sets a new password and ends every session',
  body: passwordReset,
  response: ok,
  errors: [
    'VALIDATION_FAILED',
    'RESET_TOKEN_MISSING',
    'RESET_TOKEN_INVALID',
    'PASSWORD_TOO_COMMON',
    'PASSWORD_TOO_PERSONAL',
    'TOO_MANY_ATTEMPTS',
  ],
});
export const refreshSubscriber = operation({
  id: 'refreshSubscriber',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/refresh',
  summary: 'Renews a subscriber’s token by its refresh cookie',
  response: authResponse,
  errors: ['SESSION_EXPIRED'],
});
export const changeProfile = operation({
  id: 'changeProfile',
  service: 'identity',
  method: 'PATCH',
  path: '/api/auth/me',
  roles: ['subscriber'],
  summary: 'Changes one’s names or username',
  body: profileChange,
  response: user,
  errors: ['VALIDATION_FAILED'],
});

export const requestEmailChange = operation({
  id: 'requestEmailChange',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/change-email',
  roles: ['subscriber'],
  summary: 'Sends a link to a new address; the response never reveals whether another subscriber has it',
  body: emailChange,
  response: ok,
  errors: ['VALIDATION_FAILED', 'WRONG_PASSWORD', 'EMAIL_UNCHANGED', 'TOO_MANY_ATTEMPTS'],
});
export const confirmEmail = operation({
  id: 'confirmEmail',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/confirm-email',
  summary: 'Makes a new address the subscriber’s by its link, and ends the other sessions',
  body: emailConfirmation,
  response: ok,
  errors: ['VALIDATION_FAILED', 'EMAIL_LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
});

export const verifyAdministrator = operation({
  id: 'verifyAdministrator',
  service: 'identity',
  method: 'POST',
  path: '/api/admin/verify',
  summary: 'Opens the main administration, or names the second factor that has to follow',
  body: z.object({ password: givenPassword }),
  response: panelLogin,
  errors: ['VALIDATION_FAILED', 'WRONG_PASSWORD', 'TOO_MANY_ATTEMPTS'],
});
export const refreshAdministrator = operation({
  id: 'refreshAdministrator',
  service: 'identity',
  method: 'POST',
  path: '/api/admin/refresh',
  summary: 'Renews the administrator’s token by its refresh cookie',
  response: tokenResponse,
  errors: ['SESSION_EXPIRED'],
});
