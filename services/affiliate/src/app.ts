import { createVerifier } from 'service-kit/auth';
import type { KeySource } from 'service-kit/auth';
import { isHttps } from 'service-kit/cookies';
import { createDatabaseCheck } from 'service-kit/database-check';
import { createHttp } from 'service-kit/http';
import { issuerRoutes } from 'service-kit/issuer-routes';
import type { Logger } from 'service-kit/logger';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import type { Postgres } from 'service-kit/postgres';
import { createPostgresIdempotency } from 'service-kit/postgres-idempotency';
import { createRevocations } from 'service-kit/revocations';
import { createPanelAccess } from 'service-kit/role-access';
import type { RelyingParty } from 'service-kit/second-factor/passkeys';
import { createSecurityEvents } from 'service-kit/security-events';
import type { Metrics } from 'service-kit/telemetry';
import { createThrottle } from 'service-kit/throttle';
import { createIssuer } from 'service-kit/tokens';
import type { SigningKeys } from 'service-kit/tokens';
import { createAffiliateRepository } from './affiliates/affiliate.repository.ts';
import { affiliateRoutes } from './affiliates/affiliate.routes.ts';
import { createAffiliateService } from './affiliates/affiliate.service.ts';
import { createCatalogue } from './affiliates/catalogue.ts';
import { createPasswordChange } from './affiliates/password-change.ts';
import { createAuditRepository } from './audit/audit.repository.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { ATTEMPTS } from './attempts.ts';
import { createCreditRepository } from './credits/credit.repository.ts';
import { createListeners } from './listeners.ts';
import { MIGRATIONS } from './migrations.ts';
import { createLatestRepository } from './overview/latest.repository.ts';
import { createOverviewRepository } from './overview/overview.repository.ts';
import { overviewRoutes } from './overview/overview.routes.ts';
import { createModelProjection } from './projections/model.projection.ts';
import { createSubscriptionProjection } from './projections/subscription.projection.ts';
import { createReconciliation } from './reconciliation.ts';
import { sessionRoutes } from './sessions/session.routes.ts';

interface Dependencies {
  postgres: Postgres;
  logger: Logger;
  metrics?: Metrics;
  signingKey: SigningKeys;
  identityKeys: KeySource;
  catalogueUrl: string;
  paymentHosts: PaymentHosts;
  /** The site, as passkeys and authenticator applications know it. */
  relyingParty: RelyingParty;
}

/** Assembles affiliate: its HTTP side and what it does with events. */
export const createAffiliate = async ({
  postgres,
  logger,
  metrics,
  signingKey,
  identityKeys,
  catalogueUrl,
  paymentHosts,
  relyingParty,
}: Dependencies) => {
  const tokens = await createIssuer('affiliate', signingKey);
  const revocations = createRevocations({ logger, metrics });
  const verifier = createVerifier({ identity: identityKeys, affiliate: tokens.jwks }, revocations);
  const security = createSecurityEvents({ logger, metrics });
  const access = createPanelAccess({
    role: 'affiliate',
    postgres,
    tokens,
    verifier,
    revocations,
    security,
    secure: isHttps,
    relyingParty,
    isSecondFactorRequired: false,
  });
  const { sessions, secondFactor } = access;
  const affiliates = createAffiliateRepository(postgres);
  const models = createModelProjection();
  const trail = createAuditRepository(postgres);
  const service = createAffiliateService({
    postgres,
    affiliates,
    models,
    sessions,
    secondFactor,
    paymentHosts,
    security,
  });
  const changeTo = createPasswordChange({ service, affiliates, throttle: createThrottle(postgres, ATTEMPTS) });

  const http = createHttp({
    logger,
    ...(metrics ? { metrics } : {}),
    verifier,
    idempotency: createPostgresIdempotency(postgres),
    routes: (mount, app) => {
      issuerRoutes(app, { tokens, postgres });
      // Before those by slug: 'overview' and 'audit' are no slugs.
      overviewRoutes(mount, {
        service,
        overviews: createOverviewRepository(postgres),
        latest: createLatestRepository(postgres),
      });
      auditRoutes(mount, { service, trail });
      affiliateRoutes(mount, { service, affiliates, catalogue: createCatalogue(catalogueUrl) });
      sessionRoutes(mount, { service, changeTo, access });
    },
  });
  return {
    http,
    readiness: { database: createDatabaseCheck(postgres, MIGRATIONS) },
    reconciliation: createReconciliation(postgres),
    revocations,
    listeners: createListeners({
      postgres,
      models,
      credits: createCreditRepository(),
      subscriptions: createSubscriptionProjection(),
      trail,
    }),
  };
};
