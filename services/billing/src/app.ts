import type { OperatorFacts } from 'contracts/operator';
import type { Verifier } from 'service-kit/auth';
import { createDatabaseCheck } from 'service-kit/database-check';
import { createHttp } from 'service-kit/http';
import type { Logger } from 'service-kit/logger';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import type { Postgres } from 'service-kit/postgres';
import { createPostgresIdempotency } from 'service-kit/postgres-idempotency';
import type { Metrics } from 'service-kit/telemetry';
import { createThrottle } from 'service-kit/throttle';
import { createCheckoutRepository } from './checkouts/checkout.repository.ts';
import { createCheckoutTokens } from './checkouts/checkout-token.ts';
import { createCheckoutService } from './checkouts/checkout.service.ts';
import { redirectRoutes } from './checkouts/redirect.routes.ts';
import { ATTEMPTS } from './attempts.ts';
import { createContractEnd } from './contract-requests/contract-end.ts';
import { createContractRequestRepository } from './contract-requests/contract-request.repository.ts';
import { contractRequestRoutes } from './contract-requests/contract-request.routes.ts';
import { createContractRequestService } from './contract-requests/contract-request.service.ts';
import { createDueCancellations } from './contract-requests/due-cancellations.ts';
import { createDueCancellationWorker } from './contract-requests/due-cancellation-worker.ts';
import { databaseTime } from './database-time.ts';
import type { TimeSql } from './database-time.ts';
import { EXPIRIES } from './expiries.ts';
import { createFraudFlags } from './fraud/fraud-flags.ts';
import type { FraudThresholds } from './fraud/fraud-flags.ts';
import { createLedgerCheck } from './ledger/ledger-check.ts';
import { createLedgerRepository } from './ledger/ledger.repository.ts';
import { createListeners } from './listeners.ts';
import { MIGRATIONS } from './migrations.ts';
import { createPartnerApi } from './partner-orders/partner-api.ts';
import { createPartnerOrderRepository } from './partner-orders/partner-order.repository.ts';
import { createPartnerOrderWorker } from './partner-orders/partner-order-worker.ts';
import { createRefundOrders } from './partner-orders/refund-orders.ts';
import type { PartnerKeys } from './postbacks/partner-keys.ts';
import { personalDataRoutes } from './personal-data/personal-data.routes.ts';
import { createAddressExpiry } from './postbacks/address-expiry.ts';
import { createRequireReadable } from './postbacks/unreadable-calls.ts';
import { createSignatureCheck } from './postbacks/webhook-signatures.ts';
import type { WebhookSecrets } from './postbacks/webhook-signatures.ts';
import { createLedgerWriter } from './postbacks/ledger-writer.ts';
import { createPostbackAddressRepository } from './postbacks/postback-address.repository.ts';
import { createPostbackListRepository } from './postbacks/postback-list.repository.ts';
import { createRelatedPostbackRepository } from './postbacks/related-postback.repository.ts';
import { createPostbackMatching } from './postbacks/postback-matching.ts';
import { createPostbackReconciling } from './postbacks/postback-reconciling.ts';
import { createPostbackRepository } from './postbacks/postback.repository.ts';
import { postbackRoutes } from './postbacks/postback.routes.ts';
import { createPostbackService } from './postbacks/postback.service.ts';
import { createReportRepository } from './postbacks/report.repository.ts';
import { createReports } from './postbacks/report.service.ts';
import { createRecording } from './postbacks/recording.ts';
import { createRefundRecording } from './postbacks/refund-recording.ts';
import { registerUnmatchedGauge } from './postbacks/unmatched-gauge.ts';
import { createPaymentService } from './payments/payment.service.ts';
import { paymentRoutes } from './payments/payment.routes.ts';
import { createPartnerSettingsProjection } from './projections/partner-settings.projection.ts';
import { createSubscriberProjection } from './projections/subscriber.projection.ts';
import { receiptRoutes } from './receipts/receipt.routes.ts';
import { createReceiptService } from './receipts/receipt.service.ts';
import { createReconciliation } from './reconciliation/reconciliation.ts';
import { createNextCharge, createOutlook } from './subscriptions/next-charge.ts';
import { createExpiryWorker } from './subscriptions/expiry-worker.ts';
import { createRenewalNotices } from './subscriptions/renewal-notices.ts';
import { createSubscriberListRepository } from './subscribers/subscriber-list.repository.ts';
import { createSubscriberList } from './subscribers/subscriber-list.service.ts';
import { subscriberRoutes } from './subscribers/subscriber.routes.ts';
import { createSubscriptionRepository } from './subscriptions/subscription.repository.ts';
import { subscriptionRoutes } from './subscriptions/subscription.routes.ts';
import { createSubscriptionService } from './subscriptions/subscription.service.ts';

import { createBotApi } from './telegram/bot-api.ts';
import type { BotSettings } from './telegram/bot-api.ts';
import { createInviteMetrics } from './telegram/invite-metrics.ts';
import { createInviteRepository, INVITE_QUEUE } from './telegram/invite.repository.ts';
import { createInvites } from './telegram/invites.ts';
import { createTelegramAccess } from './telegram/telegram-access.ts';

export interface Dependencies {
  postgres: Postgres;
  logger: Logger;
  metrics?: Metrics;
  verifier: Verifier;
  defaultOfferUrl: string;
  paymentHosts: PaymentHosts;
  /** Postback key by partner. */
  postbackKeys: PartnerKeys;
  /** Secrets of signed notifications by partner; a partner without one can only use the keyed GET. */
  webhookSecrets?: WebhookSecrets;
  /** Address of the API by partner. */
  partnerApis: Readonly<Record<string, string>>;
  defaultTelegramLink: string;
  /** Bot of the site's chat; without it, subscribers share defaultTelegramLink. */
  telegramBot?: BotSettings | null;
  publicUrl: string;
  siteTitle: string;
  /** Seller named on receipts. */
  operator: OperatorFacts;
  graceDays: number;
  fraudThresholds: FraudThresholds;
  /** Replaces the clock in tests. */
  timeSql?: TimeSql;
}

/** Assembles billing: HTTP routes, event listeners, and the sweep that expires subscriptions. */
export const createBillingApp = ({
  postgres,
  logger,
  metrics,
  verifier,
  defaultOfferUrl,
  paymentHosts,
  postbackKeys,
  webhookSecrets = {},
  partnerApis,
  defaultTelegramLink,
  telegramBot = null,
  publicUrl,
  siteTitle,
  operator,
  graceDays,
  fraudThresholds,
  timeSql = databaseTime,
}: Dependencies) => {
  const subscribers = createSubscriberProjection(postgres);
  const partnerSettings = createPartnerSettingsProjection(postgres);
  const subscriptions = createSubscriptionRepository(postgres, timeSql);
  const checkouts = createCheckoutRepository();
  const checkoutTokens = createCheckoutTokens(postbackKeys);
  const postbacks = createPostbackRepository(postgres);
  const related = createRelatedPostbackRepository();
  const addresses = createPostbackAddressRepository(timeSql);
  const ledger = createLedgerRepository();

  const requests = createContractRequestRepository(timeSql);
  const readOutlook = createOutlook(requests, ledger);
  const readNextCharge = createNextCharge(readOutlook);
  const inviteRepository = createInviteRepository(postgres);
  const invites = createInvites({
    bot: telegramBot && createBotApi(telegramBot),
    invites: inviteRepository,
    wakeOn: postgres.commitsTo(INVITE_QUEUE),
    metrics: telegramBot ? metrics && createInviteMetrics({ metrics, queue: inviteRepository, logger }) : undefined,
    logger,
  });
  const subscriptionService = createSubscriptionService({
    postgres,
    subscriptions,
    ledger,
    checkouts,
    partnerSettings,
    readOutlook,
    invites,
    graceDays,
    defaultTelegramLink,
  });
  const checkoutService = createCheckoutService({
    postgres,
    checkouts,
    tokens: checkoutTokens,
    subscribers,
    partnerSettings,
    subscriptions,
    subscriptionService,
    paymentHosts,
    defaultOfferUrl,
  });
  const orders = createPartnerOrderRepository(postgres, timeSql);
  const writer = createLedgerWriter({ ledger, subscriptionService, readNextCharge });
  const recording = createRecording({
    postbacks,
    related,
    ledger,
    orders,
    subscriptions,
    subscribers,
    writer,
    enterRefund: createRefundRecording({ postbacks, ledger, orders, writer }),
    fraudFlags: createFraudFlags({ thresholds: fraudThresholds, timeSql }),
  });
  const contractEnd = createContractEnd({ orders, ledger, subscriptionService, graceDays });
  const contractRequests = createContractRequestService({
    postgres,
    requests,
    contractEnd,
    subscriptions,
    subscribers,
    throttle: createThrottle(postgres, ATTEMPTS),
    logger,
    timeSql,
  });
  const carryOutDueCancellations = createDueCancellations({ postgres, requests, orders, subscriptions, contractEnd });
  const matching = createPostbackMatching({
    postbacks,
    addresses,
    ledger,
    recording,
    checkouts,
    subscribers,
    partnerSettings,
    contracts: contractRequests,
  });
  const postbackService = createPostbackService({
    postgres,
    postbacks,
    related,
    matching,
    tokens: checkoutTokens,
    logger,
    timeSql,
  });

  if (metrics) registerUnmatchedGauge({ postgres, metrics, timeSql, logger });
  const partnerApi = createPartnerApi(partnerApis, postbackKeys);
  const partnerOrders = createPartnerOrderWorker({
    orders,
    partnerApi,
    logger,
    metrics,
  });

  const refundOrders = createRefundOrders({
    postgres,
    ledger,
    orders,
    subscribers,
    subscriptions,
    partnerApi,
    graceDays,
    timeSql,
    logger,
  });

  const addressExpiry = createAddressExpiry({ postgres, addresses, logger });
  const renewalNotices = createRenewalNotices({ postgres, subscriptions, readNextCharge, logger });
  const receipts = createReceiptService({
    postgres,
    ledger,
    subscribers,
    subscriptions,
    readNextCharge,
    site: { siteTitle, operator },
  });

  const http = createHttp({
    logger,
    metrics,
    verifier,
    idempotency: createPostgresIdempotency(postgres),
    routes: (mount, app) => {
      redirectRoutes(app, { checkouts: checkoutService, verifier, logger, publicUrl });
      subscriptionRoutes(mount, { subscriptions: subscriptionService });
      paymentRoutes(mount, { payments: createPaymentService({ postgres, ledger }) });
      receiptRoutes(app, { receipts, verifier, publicUrl });
      contractRequestRoutes(mount, { requests: contractRequests });
      const list = createSubscriberList({
        postgres,
        subscribers: createSubscriberListRepository(postgres),
        ledger,
        checkouts,
        requests,
        readNextCharge,
        orders,
        refundOrders,
        subscriptions: subscriptionService,
        readTelegramAccess: createTelegramAccess({
          invites: inviteRepository,
          partnerSettings,
          isBotEnabled: invites.isEnabled,
          defaultTelegramLink,
        }),
      });
      subscriberRoutes(mount, { subscribers: list, refundOrders });
      personalDataRoutes(mount, { postgres, subscriptions, ledger, checkouts, requests, invites: inviteRepository });
      postbackRoutes(mount, {
        postbacks: postbackService,
        reconciling: createPostbackReconciling({
          postgres,
          postbacks,
          related,
          ledger,
          recording,
          subscribers,
          matching,
        }),
        list: createPostbackListRepository(postgres, timeSql),
        compareReport: createReports(createReportRepository(postgres)).compare,
        keys: postbackKeys,
        checkSignature: createSignatureCheck({ secrets: webhookSecrets, postgres, timeSql, logger }),
        requireReadable: createRequireReadable({ postgres, postbacks, timeSql, logger }),
        logger,
      });
    },
  });
  const ledgerCheck = createLedgerCheck({
    postgres,
    ledger,
    subscriptions,
    graceDays,
    logger,
    metrics,
  });
  return {
    http,
    readiness: { database: createDatabaseCheck(postgres, MIGRATIONS) },
    reconciliation: createReconciliation(postgres, { graceDays }),
    listeners: createListeners({ postgres, subscribers, addresses, partnerSettings, contractRequests, invites }),
    ledgerCheck,
    expiries: EXPIRIES,
    workers: [
      createExpiryWorker({ subscriptions: subscriptionService, logger }),
      createDueCancellationWorker({ carryOutDue: carryOutDueCancellations, logger }),
      renewalNotices.worker,
      addressExpiry.worker,
      partnerOrders,
      ledgerCheck.worker,
      ...invites.workers,
    ],
    invites,
    carryOutDueCancellations,
    partnerOrders,
    renewalNotices,
    addressExpiry,
    subscriptions: subscriptionService,
    checkouts: checkoutService,
    postbacks: postbackService,
  };
};
