import { readConfig } from 'service-kit/config';
import { run } from 'service-kit/lifecycle';
import { createLogger } from 'service-kit/logger';
import { serve } from 'service-kit/serve';
import { createPartner } from './app.ts';
import { partnerConfig } from './config.ts';
import { createPayments } from './payments.ts';
import { createPostbacks } from './postbacks.ts';
import { createTransactions } from './transactions.ts';

await run(async () => {
  const config = readConfig(partnerConfig);
  const logger = createLogger('partner', config.LOG_LEVEL);
  const postbacks = createPostbacks({ url: config.POSTBACK_URL, key: config.POSTBACK_KEY, logger });
  const transactions = createTransactions();
  const payments = createPayments({ postbacks, transactions, logger });
  const server = await serve(createPartner({ payments, transactions, logger, publicUrl: config.PUBLIC_URL }), { port: config.PORT, host: config.HOST ?? '127.0.0.1', requestTimeout: 30_000 });
  logger.info({ port: server.port }, 'listening');
  return {
    logger,
    stop: async () => {
      await server.close();
      await postbacks.stop();
    },
  };
});
