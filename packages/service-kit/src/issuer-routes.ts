import type { Express } from 'express';
import type { Postgres } from './postgres.ts';
import { REVOKED_SESSIONS_PATH } from './revocations.ts';
import { listRevokedSessions } from './sessions.ts';
import type { TokenIssuer } from './tokens.ts';

/** Routes for the services that verify an issuer's tokens: its public keys, and its revoked sessions. */
export const issuerRoutes = (
  app: Express,
  { tokens, postgres }: { tokens: Pick<TokenIssuer, 'jwks'>; postgres: Pick<Postgres, 'query'> },
): void => {
  app.get(
    '/.well-known/jwks.json',
    (_request, response) => void response.set('cache-control', 'public, max-age=300').json(tokens.jwks),
  );
  app.get(
    REVOKED_SESSIONS_PATH,
    async (_request, response) =>
      void response.set('cache-control', 'no-store').json({ sessions: await listRevokedSessions(postgres) }),
  );
};
