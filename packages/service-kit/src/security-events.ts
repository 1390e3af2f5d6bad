import type { Role } from 'contracts/roles';
import type { ProofMethod } from 'contracts/second-factor';
import type { Logger } from './logger.ts';
import type { Metrics } from './telemetry.ts';

/** Security events for the operators' logs, metrics and alerts. */
export const SECURITY_EVENTS = [
  'login.succeeded',
  'login.confirmed',
  'login.failed',
  'login.throttled',
  'session.revoked',
  'session.reuse_detected',
  'password.changed',
  'account.deleted',
  'email.changed',
  'second_factor.succeeded',
  'second_factor.failed',
  'second_factor.added',
  'second_factor.removed',
  'access.denied',
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** Only ids and causes: logs must not contain personal data. */
interface SecurityFacts {
  role: Role;
  subjectId?: string | undefined;
  sessionId?: string | undefined;
  /** Number of sessions, when it is not one. */
  count?: number;
  reason?: string;
  /** Method of the second factor. */
  method?: ProofMethod;
}

/** Writes security events as structured log lines, and counts them (security_events_total). */
export const createSecurityEvents = ({ logger, metrics }: { logger: Logger; metrics?: Metrics | undefined }) => ({
  record: (event: SecurityEvent, facts: SecurityFacts): void => {
    metrics?.securityEvents.inc({ event, role: facts.role });
    logger[event === 'session.reuse_detected' ? 'warn' : 'info']({ event, ...facts }, 'security event');
  },
});
export type SecurityEvents = ReturnType<typeof createSecurityEvents>;
