import { readConfig } from 'service-kit/config';
import { run } from 'service-kit/lifecycle';
import { createLogger } from 'service-kit/logger';
import { serve } from 'service-kit/serve';
import { createMailbox } from './app.ts';
import { mailboxConfig } from './config.ts';
import { receiveMail } from './smtp.ts';
import { createStore } from './store.ts';

await run(async () => {
  const config = readConfig(mailboxConfig);
  const host = config.HOST ?? '127.0.0.1';
  const logger = createLogger('mailbox', config.LOG_LEVEL);
  const store = createStore();
  const smtp = await receiveMail(store, config.SMTP_PORT, host);
  const http = await serve(createMailbox(store), { port: config.PORT, host });
  logger.info({ port: http.port, smtp: smtp.port }, 'ready');
  return {
    logger,
    stop: async () => {
      await Promise.all([http.close(), smtp.close()]);
    },
  };
});
