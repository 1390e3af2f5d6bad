import { getSubscriberAccount } from 'contracts/operations/subscribers';
import type { SubscriberAccount } from 'contracts/operations/subscribers';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/mount-operation';
import { mailLabel } from '../mails/mails.ts';
import type { SubscriberAccountRepository } from './subscriber-account.repository.ts';

/** Serves identity's records of a subscriber to the administrator (docs/domain.md#subscribers). */
export const subscriberAccountRoutes = (mount: Mount, { accounts }: { accounts: SubscriberAccountRepository }): void =>
  mount(getSubscriberAccount, async ({ params: { id } }): Promise<SubscriberAccount> => {
    const account = await accounts.byId(id);
    if (!account) throw new AppError('SUBSCRIBER_NOT_FOUND');
    const mails = await accounts.mailsOf(id);
    return {
      registered_at: account.created_at.toISOString(),
      attribution: account.reason && { affiliate_slug: account.affiliate_slug, reason: account.reason },
      mails: mails.map((mail) => ({ ...mail, label: mailLabel(mail.kind), at: mail.at.toISOString() })),
    };
  });
