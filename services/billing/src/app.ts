import type { Verifier } from 'service-kit/auth';
import { createDatabaseCheck } from 'service-kit/database-check';
import { createHttp } from 'service-kit/http';
import type { Logger } from 'service-kit/logger';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import type { Postgres } from 'service-kit/postgres';
import type { Metrics } from 'service-kit/telemetry';
import { createCheckoutRepository } from './checkouts/checkout.repository.ts';
import { createCheckoutService } from './checkouts/checkout.service.ts';
import { redirectRoutes } from './checkouts/redirect.routes.ts';
import { createLedgerRepository } from './ledger/ledger.repository.ts';
import { createListeners } from './listeners.ts';
import { MIGRATIONS } from './migrations.ts';
import type { PartnerKeys } from './postbacks/partner-keys.ts';
import { createPostbackRepository } from './postbacks/postback.repository.ts';
import { postbackRoutes } from './postbacks/postback.routes.ts';
import { createPostbackService } from './postbacks/postback.service.ts';
import { createRecording } from './postbacks/recording.ts';
import { createPartnerSettings } from './projections/partner-settings.repository.ts';
import { createSubscriberRepository } from './projections/subscriber.repository.ts';
import { createReconciliation } from './reconciliation.ts';
import { createExpirySweep } from './subscriptions/expiry-sweep.ts';
import { createSubscriptionRepository } from './subscriptions/subscription.repository.ts';
import { subscriptionRoutes } from './subscriptions/subscription.routes.ts';
import { createSubscriptionService } from './subscriptions/subscription.service.ts';

export interface Dependencies {
  postgres: Postgres;
  logger: Logger;
  metrics?: Metrics;
  verifier: Verifier;
  payment: { defaultOfferUrl: string; hosts: readonly string[]; allowHttp: boolean };
  /** Partner's name -> key of its postbacks. */
  postbackKeys: PartnerKeys;
  defaultTelegramLink: string;
  publicUrl: string;
  graceDays: number;
  clock?: () => Date;
}

/** Assembles billing: its HTTP side, what it does with events, and the sweep that expires subscriptions. */
export const createBilling = ({
  postgres,
  logger,
  metrics,
  verifier,
  payment,
  postbackKeys,
  defaultTelegramLink,
  publicUrl,
  graceDays,
  clock = () => new Date(),
}: Dependencies) => {
  const subscribers = createSubscriberRepository(postgres);
  const partnerSettings = createPartnerSettings(postgres);
  const subscriptions = createSubscriptionRepository(postgres);
  const checkouts = createCheckoutRepository();
  const postbacks = createPostbackRepository(postgres);
  const ledger = createLedgerRepository();

  const hosts = createPaymentHosts(payment.hosts, payment.allowHttp);
  const subscriptionService = createSubscriptionService({
    postgres,
    subscriptions,
    ledger,
    subscribers,
    partnerSettings,
    graceDays,
    defaultTelegramLink,
    clock,
  });
  const checkoutService = createCheckoutService({
    postgres,
    checkouts,
    subscribers,
    partnerSettings,
    subscriptions,
    subscriptionService,
    hosts,
    defaultOfferUrl: payment.defaultOfferUrl,
  });
  const recording = createRecording({ postbacks, ledger, subscriptions, subscriptionService, clock });
  const postbackService = createPostbackService({
    postgres,
    postbacks,
    ledger,
    recording,
    checkouts,
    subscribers,
    partnerSettings,
    logger,
    clock,
  });

  const http = createHttp({
    logger,
    ...(metrics ? { metrics } : {}),
    verifier,
    routes: (mount, app) => {
      redirectRoutes(app, { checkouts: checkoutService, verifier, logger, publicUrl });
      subscriptionRoutes(mount, subscriptionService);
      postbackRoutes(mount, { postbacks: postbackService, keys: postbackKeys, logger });
    },
  });
  return {
    http,
    readiness: { database: createDatabaseCheck(postgres, MIGRATIONS) },
    reconciliation: createReconciliation(postgres, { graceDays }),
    listeners: createListeners({ postgres, subscribers, partnerSettings }),
    expirySweep: createExpirySweep({ subscriptions: subscriptionService, logger }),
    subscriptions: subscriptionService,
  };
};
