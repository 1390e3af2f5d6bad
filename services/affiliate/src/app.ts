import type { CommissionTerms } from 'contracts/commissions';
import { createAccessCleanup } from 'service-kit/access-cleanup';
import { createVerifier } from 'service-kit/auth';
import type { KeySource } from 'service-kit/auth';
import { createDatabaseCheck } from 'service-kit/database-check';
import { createHttp } from 'service-kit/http';
import { issuerRoutes } from 'service-kit/issuer-routes';
import type { Logger } from 'service-kit/logger';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import type { Postgres } from 'service-kit/postgres';
import { createPostgresIdempotency } from 'service-kit/postgres-idempotency';
import type { Revocations } from 'service-kit/revocations';
import { createPanelAccess } from 'service-kit/role-access';
import { createSecurityEvents } from 'service-kit/security-events';
import type { Metrics } from 'service-kit/telemetry';
import { listRevokedSessions } from 'service-kit/sessions';
import { createThrottle } from 'service-kit/throttle';
import { createIssuer } from 'service-kit/tokens';
import type { SigningKeys } from 'service-kit/tokens';
import { createAffiliateRepository } from './affiliates/affiliate.repository.ts';
import { createAffiliateLoginService } from './affiliates/affiliate-login.service.ts';
import { affiliateRoutes } from './affiliates/affiliate.routes.ts';
import { createAffiliateService } from './affiliates/affiliate.service.ts';
import { createCatalogueClient } from './affiliates/catalogue-client.ts';
import { createPasswordChange } from './affiliates/password-change.ts';
import { createAuditRepository } from './audit/audit.repository.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { ATTEMPTS } from './attempts.ts';
import { createBalanceRepository } from './commissions/balance.repository.ts';
import { createCommissionCheck } from './commissions/commission-check.ts';
import { createCommissionRepository } from './commissions/commission.repository.ts';
import { createTermsRepository } from './commissions/terms.repository.ts';
import { createTermsService } from './commissions/terms.service.ts';
import { createCreditRepository } from './credits/credit.repository.ts';
import { EXPIRIES } from './expiries.ts';
import { createListeners } from './listeners.ts';
import { MIGRATIONS } from './migrations.ts';
import { createDeliveryRepository, DELIVERY_QUEUE } from './outgoing-postbacks/delivery.repository.ts';
import { createDeliveryMetrics } from './outgoing-postbacks/delivery-metrics.ts';
import { createDeliveryWorker } from './outgoing-postbacks/delivery-worker.ts';
import { createEndpointRepository } from './outgoing-postbacks/endpoint.repository.ts';
import { outgoingRoutes } from './outgoing-postbacks/outgoing.routes.ts';
import { createOutgoingService } from './outgoing-postbacks/outgoing.service.ts';
import { createSafeRequest } from './outgoing-postbacks/safe-request.ts';
import { createFigureCheck } from './overview/figure-check.ts';
import { createLatestRepository } from './overview/latest.repository.ts';
import { createLiveRepository } from './overview/live.repository.ts';
import { createOverviewRepository } from './overview/overview.repository.ts';
import { overviewRoutes } from './overview/overview.routes.ts';
import { createPersonalDataRepository } from './personal-data/personal-data.repository.ts';
import { personalDataRoutes } from './personal-data/personal-data.routes.ts';
import { createPayoutRepository } from './payouts/payout.repository.ts';
import { payoutRoutes } from './payouts/payout.routes.ts';
import { createPayoutService } from './payouts/payout.service.ts';
import { createModelProjection } from './projections/model.projection.ts';
import { createSubscriptionProjection } from './projections/subscription.projection.ts';
import { createReconciliation } from './reconciliation/reconciliation.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { createVisitCleanup } from './visits/visit-cleanup.ts';
import { createVisitCounter } from './visits/visit-counter.ts';
import { createVisitRepository } from './visits/visit.repository.ts';
import { visitRoutes } from './visits/visit.routes.ts';
import { createVisitService } from './visits/visit.service.ts';

interface Dependencies {
  postgres: Postgres;
  logger: Logger;
  metrics?: Metrics;
  revocations: Revocations;
  signingKey: SigningKeys;
  identityKeys: KeySource;
  catalogueUrl: string;
  paymentHosts: PaymentHosts;
  /** Site to which passkeys and authenticator codes belong. */
  site: { title: string; publicUrl: string };
  /** Site terms, for affiliates without their own. */
  commissionTerms: CommissionTerms;
  /** host:port of the local stack's servers that outgoing postbacks may call. */
  privatePostbackHosts?: readonly string[];
  /** Clock in milliseconds, for tests. */
  clock?: () => number;
}

/** Assembles the affiliate service: HTTP routes and event listeners. */
export const createAffiliateApp = async ({
  postgres,
  logger,
  metrics,
  revocations,
  signingKey,
  identityKeys,
  catalogueUrl,
  paymentHosts,
  site,
  commissionTerms,
  privatePostbackHosts = [],
  clock = Date.now,
}: Dependencies) => {
  const tokens = await createIssuer('affiliate', signingKey);
  const verifier = createVerifier({ identity: identityKeys, affiliate: tokens.jwks }, revocations);
  const security = createSecurityEvents({ logger, metrics });
  const affiliates = createAffiliateRepository(postgres);
  const access = createPanelAccess({
    role: 'affiliate',
    postgres,
    tokens,
    verifier,
    revocations,
    security,
    passwordHashOf: async (slug) => (await affiliates.bySlug(slug))?.password_hash ?? null,
    relyingParty: { url: site.publicUrl, title: site.title },
    isSecondFactorRequired: false,
  });
  const { sessions, secondFactor } = access;
  const models = createModelProjection();
  const trail = createAuditRepository(postgres);
  const terms = createTermsRepository();
  const commissions = createCommissionRepository({ terms, siteTerms: commissionTerms });
  const commissionCheck = createCommissionCheck({ postgres, commissions, logger, metrics });
  const figureCheck = createFigureCheck({ postgres, logger, metrics });
  const balances = createBalanceRepository(postgres);
  const termsService = createTermsService({ postgres, affiliates, terms, siteTerms: commissionTerms, trail, clock });
  const affiliateService = createAffiliateService({
    postgres,
    affiliates,
    models,
    balances,
    sessions,
    secondFactor,
    paymentHosts,
    security,
  });
  const visits = createVisitRepository(postgres);
  const throttle = createThrottle(postgres, ATTEMPTS);
  const replacePassword = createPasswordChange({ affiliateService, affiliates, throttle });
  const safeRequest = createSafeRequest({ privateHosts: privatePostbackHosts });
  const deliveries = createDeliveryRepository(postgres);
  const outgoing = createDeliveryWorker({
    deliveries,
    send: safeRequest.send,
    wakeOn: postgres.commitsTo(DELIVERY_QUEUE),
    metrics: metrics && createDeliveryMetrics({ metrics, queue: deliveries, logger }),
    logger,
    clock,
  });

  const http = createHttp({
    logger,
    metrics,
    verifier,
    idempotency: createPostgresIdempotency(postgres),
    routes: (mount, app) => {
      issuerRoutes(app, { tokens, postgres });
      // Mounted before the routes by slug: 'overview' and 'audit' are reserved.
      overviewRoutes(mount, {
        affiliateService,
        overviews: createOverviewRepository(postgres),
        lives: createLiveRepository(postgres, clock),
        latest: createLatestRepository(postgres, clock),
        clock,
      });
      payoutRoutes(mount, {
        affiliateService,
        terms: termsService,
        siteTitle: site.title,
        payouts: createPayoutService({
          postgres,
          payouts: createPayoutRepository(),
          balances,
          commissions,
          terms: termsService,
          trail,
        }),
      });
      outgoingRoutes(mount, {
        affiliateService,
        outgoing: createOutgoingService({
          postgres,
          endpoints: createEndpointRepository(),
          deliveries,
          throttle,
          allows: safeRequest.allows,
          trail,
        }),
      });
      auditRoutes(mount, { affiliateService, trail });
      affiliateRoutes(mount, { affiliateService, affiliates, catalogue: createCatalogueClient(catalogueUrl) });
      sessionRoutes(mount, {
        affiliateService,
        login: createAffiliateLoginService({ postgres, affiliates, sessions, secondFactor }),
        replacePassword,
        access,
      });
      personalDataRoutes(mount, { personalData: createPersonalDataRepository(postgres) });
      visitRoutes(mount, { visits: createVisitService({ visits, counter: createVisitCounter(postgres), clock }) });
    },
  });
  return {
    http,
    readiness: { database: createDatabaseCheck(postgres, MIGRATIONS) },
    reconciliation: createReconciliation(postgres),
    ownSessions: { affiliate: () => listRevokedSessions(postgres) },
    expiries: EXPIRIES,
    workers: [
      createAccessCleanup({ postgres, logger }),
      createVisitCleanup({ postgres, logger }),
      commissionCheck.worker,
      outgoing,
      figureCheck.worker,
    ],
    commissionCheck,
    figureCheck,
    outgoing,
    listeners: createListeners({
      postgres,
      models,
      credits: createCreditRepository(),
      visits,
      commissions,
      deliveries,
      subscriptions: createSubscriptionProjection(),
      trail,
    }),
  };
};
