import { runService } from 'service-kit/run-service';
import { createPartner } from './app.ts';
import { partnerConfig } from './config.ts';
import { createMeta } from './meta.ts';
import { createPayments } from './payments.ts';
import { createPostbacks } from './postbacks.ts';
import { createTelegram } from './telegram.ts';
import { createTransactions } from './transactions.ts';

await runService({
  name: 'partner',
  config: partnerConfig,
  create: ({ config, logger }) => {
    const postbacks = createPostbacks({
      url: config.POSTBACK_URL,
      key: config.POSTBACK_KEY,
      webhookSecret: config.WEBHOOK_SECRET,
      logger,
    });
    const transactions = createTransactions();
    const payments = createPayments({ postbacks, transactions, logger });
    return {
      http: createPartner({
        payments,
        transactions,
        logger,
        key: config.POSTBACK_KEY,
        publicUrl: config.PUBLIC_URL,
        telegram: createTelegram(config.TELEGRAM_ORIGIN),
        meta: createMeta(),
      }),
      requestTimeoutMs: 30_000,
      readiness: {},
      close: postbacks.stop,
    };
  },
});
