import type { PanelRole, TokenRole } from 'contracts/roles';
import type { Verifier } from './auth.ts';
import { createDeviceCookies } from './device-cookies.ts';
import type { DeviceCookieOptions } from './device-cookies.ts';
import { createLoginGuard } from './login-guard.ts';
import { createLoginThrottle } from './login-throttle.ts';
import type { Postgres } from './postgres.ts';
import type { Revocations } from './revocations.ts';
import { createFactorCalls } from './second-factor/factor-calls.ts';
import type { RelyingParty } from './second-factor/passkeys.ts';
import { createSecondFactor } from './second-factor/second-factor.ts';
import type { SecurityEvents } from './security-events.ts';
import { createSessionCalls } from './session-calls.ts';
import { createSessionCookies } from './session-cookies.ts';
import { createSessions } from './sessions.ts';
import type { TokenIssuer } from './tokens.ts';

interface RoleAccessOptions<Role extends TokenRole> extends Pick<DeviceCookieOptions, 'passwordHashOf'> {
  role: Role;
  postgres: Postgres;
  tokens: TokenIssuer;
  verifier: Verifier;
  revocations: Revocations;
  security: SecurityEvents;
}

/** Assembles login, sessions and logout of one role. */
export const createRoleAccess = <Role extends TokenRole>({
  role,
  postgres,
  tokens,
  verifier,
  revocations,
  security,
  passwordHashOf,
}: RoleAccessOptions<Role>) => {
  const sessions = createSessions({ role, postgres, revocations, security });
  const cookies = createSessionCookies({ role, tokens });
  const devices = createDeviceCookies({ role, key: tokens.deriveKey('device cookies'), passwordHashOf });
  const guard = createLoginGuard({ role, throttle: createLoginThrottle(postgres, `login:${role}`), devices, security });
  return {
    sessions,
    cookies,
    devices,
    guard,
    calls: createSessionCalls({ role, postgres, sessions, cookies, verifier, guard, security }),
  };
};

interface PanelAccessOptions<Role extends PanelRole> extends RoleAccessOptions<Role> {
  relyingParty: RelyingParty;
  isSecondFactorRequired: boolean;
}

/** Assembles the same for roles with a panel, whose login may require a second factor. */
export const createPanelAccess = <Role extends PanelRole>({
  relyingParty,
  isSecondFactorRequired,
  ...options
}: PanelAccessOptions<Role>) => {
  const access = createRoleAccess(options);
  const { role, postgres, security } = options;
  const secondFactor = createSecondFactor({
    role,
    postgres,
    sessions: access.sessions,
    security,
    relyingParty,
    isRequired: isSecondFactorRequired,
  });
  return { ...access, secondFactor, factorCalls: createFactorCalls({ role, postgres, secondFactor, security }) };
};
export type PanelAccess<Role extends PanelRole> = ReturnType<typeof createPanelAccess<Role>>;

export type RoleAccess<Role extends TokenRole> = ReturnType<typeof createRoleAccess<Role>>;
