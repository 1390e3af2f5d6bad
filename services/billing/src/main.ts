import { createBus } from 'service-kit/bus';
import { createEventService } from 'service-kit/event-service';
import { createPostgres } from 'service-kit/postgres';
import { runService } from 'service-kit/run-service';
import { createTokenVerification } from 'service-kit/token-verification';
import { createBilling } from './app.ts';
import { config, settingsOf } from './config.ts';

await runService({
  name: 'billing',
  config,
  create: (process) => {
    const { config, logger, metrics } = process;
    const postgres = createPostgres({ url: config.DATABASE_URL, logger });
    const bus = createBus({ url: config.RABBIT_URL, logger, metrics });
    const tokens = createTokenVerification({ jwksUrls: { identity: config.IDENTITY_JWKS_URL }, bus, logger, metrics });
    const billing = createBilling({ postgres, logger, metrics, verifier: tokens.verifier, ...settingsOf(config) });
    const readiness = { ...billing.readiness, events: bus.requireDeclaredQueues };
    const app = { ...billing, readiness };
    return createEventService({ ...process, app, bus, tokens, postgres, workers: [billing.expirySweep] });
  },
});
