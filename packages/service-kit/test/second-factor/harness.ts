import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { PanelRole } from 'contracts/roles';
import type { NewFactor, SecondFactorProof } from 'contracts/second-factor';
import { createLogger } from 'service-kit/logger';
import { createRevocations } from 'service-kit/revocations';
import { createFactorCalls } from 'service-kit/second-factor/factor-calls';
import { createSecondFactor } from 'service-kit/second-factor/second-factor';
import { createSecurityEvents } from 'service-kit/security-events';
import { createSessions } from 'service-kit/sessions';
import { startKitDatabase } from 'testing/databases';

const SITE = { url: 'https://site.example', title: 'Coulisses' };
export const HERE = { origin: 'https://site.example', rpId: 'site.example' };
const STEP_MS = 30_000;

/** Returns the code of an authenticator application at a given time. */
export const codeAt = (secret: string, nowMs: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: nowMs });

/** Starts second factors of two roles on a separate database, with a clock that the test sets. */
export const startSecondFactors = async () => {
  const database = await startKitDatabase();
  const { postgres } = database;
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('kit', 'info', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const security = createSecurityEvents({ logger });
  const revocations = createRevocations({ logger });
  const clock = { nowMs: Date.parse('2026-03-02T12:00:00Z') };

  const of = (role: PanelRole, isRequired: boolean) => {
    const sessions = createSessions({ role, postgres, revocations, security });
    const secondFactor = createSecondFactor({
      role,
      postgres,
      sessions,
      security,
      relyingParty: SITE,
      isRequired,
      clock: () => clock.nowMs,
    });
    const calls = createFactorCalls({ role, postgres, secondFactor, security });
    const open = (subjectId: string) =>
      postgres.transaction((client) =>
        sessions.open(client, subjectId, { device: 'Firefox sur Windows', refreshToken: null }),
      );
    const viewerOf = async (subjectId: string) =>
      ({
        role,
        id: subjectId,
        slug: subjectId,
        sessionId: (await open(subjectId)).session.id,
        authenticatedAt: 0,
      }) as Parameters<typeof calls.view>[0];
    return {
      secondFactor,
      calls,
      sessions,
      viewerOf,
      /** Begins the second step after the right password. */
      pending: (subjectId: string) =>
        postgres.transaction((client) => secondFactor.pending(client, { id: subjectId, account: subjectId })),
      verify: (subjectId: string, challenge: string, proof: SecondFactorProof['proof']) =>
        secondFactor.verify(subjectId, { challenge, proof }, (client) =>
          sessions.open(client, subjectId, { device: 'Firefox sur Windows', refreshToken: null }),
        ),
      enrol: (subjectId: string, body: NewFactor) =>
        secondFactor.enrol(subjectId, body, (client) =>
          sessions.open(client, subjectId, { device: 'Firefox sur Windows', refreshToken: null }),
        ),
      /** Creates a subject with an authenticator application. */
      withTotp: async () => {
        const subjectId = randomUUID();
        const viewer = await viewerOf(subjectId);
        const { challenge, secret } = await calls.begin(viewer, subjectId);
        const { recoveryCodes } = await calls.add(viewer, {
          challenge,
          factor: { method: 'totp', name: 'Téléphone', code: codeAt(secret, clock.nowMs) },
        });
        clock.nowMs += STEP_MS;
        return { subjectId, viewer, secret, recoveryCodes: recoveryCodes ?? [] };
      },
    };
  };
  return {
    postgres,
    clock,
    affiliates: of('affiliate', false),
    administrators: of('administrator', true),
    securityEvents: () => lines.filter(({ msg }) => msg === 'security event'),
    nextStep: () => void (clock.nowMs += STEP_MS),
    stop: database.stop,
  };
};
export type SecondFactors = Awaited<ReturnType<typeof startSecondFactors>>;
