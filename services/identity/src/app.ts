import { createAccessCleanup } from 'service-kit/access-cleanup';
import { createVerifier } from 'service-kit/auth';
import { createDatabaseCheck } from 'service-kit/database-check';
import { createHttp } from 'service-kit/http';
import { issuerRoutes } from 'service-kit/issuer-routes';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import type { Revocations } from 'service-kit/revocations';
import { createPanelAccess, createRoleAccess } from 'service-kit/role-access';
import { createSecurityEvents } from 'service-kit/security-events';
import type { Metrics } from 'service-kit/telemetry';
import { listRevokedSessions } from 'service-kit/sessions';
import { createThrottle } from 'service-kit/throttle';
import { createIssuer } from 'service-kit/tokens';
import type { SigningKeys } from 'service-kit/tokens';
import { administratorRoutes } from './administrator/administrator.routes.ts';
import { createSubscriberAccountRepository } from './administrator/subscriber-account.repository.ts';
import { subscriberAccountRoutes } from './administrator/subscriber-account.routes.ts';
import { ATTEMPTS } from './attempts.ts';
import type { Attempts } from './attempts.ts';
import { adConsentRoutes } from './conversions/ad-consent.routes.ts';
import { createConversionMetrics } from './conversions/conversion-metrics.ts';
import { CONVERSION_QUEUE, createConversionRepository } from './conversions/conversion.repository.ts';
import { createConversionWorker } from './conversions/conversion-worker.ts';
import { createMetaApi } from './conversions/meta-api.ts';
import type { MetaSettings } from './conversions/meta-api.ts';
import { createEmailChangeRepository } from './email-change/email-change.repository.ts';
import { emailChangeRoutes } from './email-change/email-change.routes.ts';
import { createEmailChangeService } from './email-change/email-change.service.ts';
import { EXPIRIES } from './expiries.ts';
import { createListeners } from './listeners.ts';
import { createMailComposer } from './mails/mail-composer.ts';
import type { Site } from './mails/mail-composer.ts';
import { createMailMetrics } from './mails/mail-metrics.ts';
import { createMailQueue, MAIL_QUEUE } from './mails/mail-queue.repository.ts';
import { createMailWorker } from './mails/mail-worker.ts';
import type { SmtpTransport } from './mails/smtp-transport.ts';
import { MIGRATIONS } from './migrations.ts';
import { DUE_NOTICES } from './notifications/due-notice.repository.ts';
import { createLiveNotices } from './notifications/live-notices.ts';
import { createNoticeMetrics } from './notifications/notice-metrics.ts';
import { createNoticeWorker } from './notifications/notice-worker.ts';
import { createNotificationRepository } from './notifications/notification.repository.ts';
import { notificationRoutes } from './notifications/notification.routes.ts';
import { createPushMetrics } from './notifications/push-metrics.ts';
import { createPushQueue, PUSH_QUEUE } from './notifications/push-queue.repository.ts';
import { createPushTransport } from './notifications/push-transport.ts';
import type { PushSettings } from './notifications/push-transport.ts';
import { createPushWorker } from './notifications/push-worker.ts';
import { createResetRepository } from './password-reset/reset.repository.ts';
import { resetRoutes } from './password-reset/reset.routes.ts';
import { createResetService } from './password-reset/reset.service.ts';
import { createPersonalDataRepository } from './personal-data/personal-data.repository.ts';
import { personalDataRoutes } from './personal-data/personal-data.routes.ts';
import { createAffiliateProjection } from './projections/affiliate.projection.ts';
import { createModelProjection } from './projections/model.projection.ts';
import { createReconciliation } from './reconciliation/reconciliation.ts';
import { createReminderRepository } from './reminders/reminder.repository.ts';
import { reminderRoutes } from './reminders/reminder.routes.ts';
import { createAccountDeletion } from './subscribers/account-deletion.ts';
import { createAfterPasswordChange } from './subscribers/after-password-change.ts';
import { createAttributionRule } from './subscribers/attribution.ts';
import { createPasswordChange } from './subscribers/password-change.ts';
import { createRegistrationCookie } from './subscribers/registration-cookie.ts';
import { createSubscriberRepository } from './subscribers/subscriber.repository.ts';
import { subscriberRoutes } from './subscribers/subscriber.routes.ts';
import { createSubscriberService } from './subscribers/subscriber.service.ts';

export interface Dependencies {
  postgres: Postgres;
  logger: Logger;
  metrics?: Metrics;
  revocations: Revocations;
  /** Separate pool of the mail queue: mails and requests never wait for each other's connections. */
  mailPostgres: Postgres;
  smtp: Pick<SmtpTransport, 'send'>;
  /** Domains (lower case) whose addresses a model or an affiliate may use as the From address of its mails. */
  senderDomains?: readonly string[];
  signingKey: SigningKeys;
  /** argon2id hash. */
  adminPasswordHash: string;
  /** Whether the administrator needs a second factor. */
  isAdminSecondFactorRequired?: boolean;
  site: Site;
  /** null: push messages are disabled. */
  push?: PushSettings | null;
  /** Settings of the Conversions API; without pixels no conversion is reported. */
  meta?: MetaSettings;
  /** Whether reset links are returned and logged. */
  developmentMode?: boolean;
  attempts?: Attempts;
  /** Clock in milliseconds, for tests. */
  clock?: () => number;
}

/** Assembles identity: HTTP routes, event listeners, and the workers for mails, notifications and ad conversions. */
export const createIdentityApp = async ({
  postgres,
  mailPostgres,
  logger,
  metrics,
  revocations,
  smtp,
  senderDomains = [],
  signingKey,
  adminPasswordHash,
  isAdminSecondFactorRequired = false,
  site,
  push = null,
  meta = { url: '', pixels: {} },
  developmentMode = false,
  attempts = ATTEMPTS,
  clock = Date.now,
}: Dependencies) => {
  const tokens = await createIssuer('identity', signingKey);
  const verifier = createVerifier({ identity: tokens.jwks }, revocations);
  const security = createSecurityEvents({ logger, metrics });
  const subscribers = createSubscriberRepository(postgres);
  const shared = {
    postgres,
    tokens,
    verifier,
    revocations,
    security,
  };
  const subscriberAccess = createRoleAccess({
    role: 'subscriber',
    ...shared,
    passwordHashOf: async (email) => (await subscribers.byEmail(email))?.passwordHash ?? null,
  });
  const administratorAccess = createPanelAccess({
    role: 'administrator',
    ...shared,
    passwordHashOf: () => Promise.resolve(adminPasswordHash),
    relyingParty: { url: site.publicUrl, title: site.title },
    isSecondFactorRequired: isAdminSecondFactorRequired,
  });
  const throttle = createThrottle(postgres, attempts);

  const models = createModelProjection(postgres);
  const affiliates = createAffiliateProjection();
  const pixelIds = Object.keys(meta.pixels);
  const conversions = createConversionRepository(postgres, pixelIds, clock);
  const resets = createResetRepository(postgres);
  const emailChanges = createEmailChangeRepository(postgres);
  const { sessions } = subscriberAccess;
  const subscriberService = createSubscriberService({
    postgres,
    subscribers,
    models,
    attribute: createAttributionRule(postgres),
    conversions,
    sessions,
    throttle,
    siteTitle: site.title,
    clock,
  });
  const afterPasswordChange = createAfterPasswordChange({ resets, emailChanges, sessions, security, clock });
  const replacePassword = createPasswordChange({
    postgres,
    subscribers,
    afterPasswordChange,
    throttle,
    siteTitle: site.title,
  });
  const resetService = createResetService({
    postgres,
    resets,
    subscribers,
    afterPasswordChange,
    throttle,
    logger,
    siteTitle: site.title,
    publicUrl: site.publicUrl,
    developmentMode,
    clock,
  });

  const emailChangeService = createEmailChangeService({
    postgres,
    changes: emailChanges,
    subscribers,
    resets,
    sessions,
    throttle,
    security,
    clock,
  });

  const composer = createMailComposer({
    subscribers: createSubscriberRepository(mailPostgres),
    resets: createResetRepository(mailPostgres),
    emailChanges: createEmailChangeRepository(mailPostgres),
    reminders: createReminderRepository(mailPostgres),
    site,
    senderDomains,
  });
  const queue = createMailQueue(mailPostgres, composer.kinds);

  const mails = createMailWorker({
    queue,
    composer,
    transport: smtp,
    wakeOn: postgres.commitsTo(MAIL_QUEUE),
    logger,
    metrics: metrics && createMailMetrics({ metrics, queue, kinds: composer.kinds, logger }),
  });

  const liveNotices = createLiveNotices({ postgres, logger });
  const notices = createNoticeWorker({
    postgres,
    wakeOn: postgres.commitsTo(DUE_NOTICES),
    logger,
    metrics: metrics && createNoticeMetrics({ metrics, postgres, logger }),
  });
  const pushQueue = createPushQueue(mailPostgres);
  const pushTransport = push && createPushTransport({ ...push, contact: site.sender.email, clock });
  const pushes = createPushWorker({
    queue: pushQueue,
    transport: pushTransport,
    wakeOn: postgres.commitsTo(PUSH_QUEUE),
    logger,
    metrics: metrics && createPushMetrics({ metrics, queue: pushQueue, logger }),
  });

  const conversionQueue = createConversionRepository(mailPostgres, pixelIds, clock);
  const conversionWorker = createConversionWorker({
    queue: conversionQueue,
    api: createMetaApi(meta, site.publicUrl),
    pixels: meta.pixels,
    wakeOn: postgres.commitsTo(CONVERSION_QUEUE),
    logger,
    metrics: metrics && createConversionMetrics({ metrics, queue: conversionQueue, logger }),
  });

  const http = createHttp({
    logger,
    metrics,
    verifier,
    routes: (mount, app) => {
      issuerRoutes(app, { tokens, postgres });
      subscriberRoutes(mount, {
        service: subscriberService,
        replacePassword,
        deleteAccount: createAccountDeletion({ postgres, subscribers, sessions, throttle, security, clock }),
        access: subscriberAccess,
        registrationCookie: createRegistrationCookie(tokens),
      });
      personalDataRoutes(mount, { personalData: createPersonalDataRepository(postgres), sessions });
      emailChangeRoutes(mount, { service: emailChangeService });
      notificationRoutes(mount, {
        postgres,
        notifications: createNotificationRepository(postgres),
        models,
        push: pushTransport,
      });
      resetRoutes(mount, { service: resetService, access: subscriberAccess });
      reminderRoutes(mount, { reminders: createReminderRepository(postgres) });
      adConsentRoutes(mount, { conversions });
      subscriberAccountRoutes(mount, { accounts: createSubscriberAccountRepository(postgres) });
      administratorRoutes(mount, { postgres, passwordHash: adminPasswordHash, access: administratorAccess });
    },
  });
  return {
    http,
    readiness: { database: createDatabaseCheck(postgres, MIGRATIONS) },
    reconciliation: createReconciliation(postgres),
    // Other replicas revoke sessions too.
    ownSessions: { identity: () => listRevokedSessions(postgres) },
    listeners: createListeners({ postgres, models, affiliates, subscribers, conversions, clock }),
    mails,
    pushes,
    liveNotices,
    notices,
    conversions: conversionWorker,
    expiries: EXPIRIES,
    workers: [createAccessCleanup({ postgres, logger }), mails, pushes, liveNotices, notices, conversionWorker],
  };
};
