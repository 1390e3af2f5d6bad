import { runService } from 'service-kit/run-service';
import { createMailbox } from './app.ts';
import { mailboxConfig } from './config.ts';
import { receiveMail } from './smtp.ts';
import { createStore } from './store.ts';

await runService({
  name: 'mailbox',
  config: mailboxConfig,
  create: async ({ config, logger }) => {
    const store = createStore();
    const smtp = await receiveMail(store, config.SMTP_PORT, config.HOST ?? '127.0.0.1');
    logger.info({ port: smtp.port }, 'receiving mail');
    return { http: createMailbox(store), readiness: {}, close: smtp.close };
  },
});
