import { exportBillingData } from 'contracts/operations/personal-data';
import type { PersonalDataOf } from 'contracts/personal-data';
import { requireRole } from 'service-kit/auth';
import type { Mount } from 'service-kit/mount-operation';
import type { Postgres } from 'service-kit/postgres';
import { checkoutView } from '../checkouts/checkout-view.ts';
import type { CheckoutRepository } from '../checkouts/checkout.repository.ts';
import { requestView } from '../contract-requests/contract-request-view.ts';
import type { ContractRequestRepository } from '../contract-requests/contract-request.repository.ts';
import { entryView } from '../ledger/entry-view.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { InviteRepository } from '../telegram/invite.repository.ts';
import type { SubscriptionRepository } from '../subscriptions/subscription.repository.ts';

interface Dependencies {
  postgres: Postgres;
  subscriptions: Pick<SubscriptionRepository, 'ofSubscriber'>;
  ledger: Pick<LedgerRepository, 'ofSubscriber'>;
  checkouts: Pick<CheckoutRepository, 'ofSubscriber'>;
  requests: Pick<ContractRequestRepository, 'ofSubscriber'>;
  invites: Pick<InviteRepository, 'of'>;
}

/** Serves the data that billing stores of a subscriber (docs/domain.md#personal-data). */
export const personalDataRoutes = (
  mount: Mount,
  { postgres, subscriptions, ledger, checkouts, requests, invites }: Dependencies,
): void =>
  mount(exportBillingData, async (_input, { viewer }): Promise<PersonalDataOf<'billing'>> => {
    const { id } = requireRole(viewer, 'subscriber');
    const [subscription, entries, opened, requested, invite] = await Promise.all([
      subscriptions.ofSubscriber(id),
      ledger.ofSubscriber(postgres, id),
      checkouts.ofSubscriber(postgres, id),
      requests.ofSubscriber(postgres, id),
      invites.of(id),
    ]);
    return {
      subscription: {
        state: subscription?.state ?? 'none',
        paid_until: subscription?.paidUntil?.toISOString() ?? null,
      },
      payments: entries
        // Fees are the partner's data, not the subscriber's.
        .filter(({ kind }) => kind !== 'fee')
        .sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())
        .map((entry) => ({ ...entryView(entry), model_slug: entry.modelSlug })),
      checkouts: opened.map(checkoutView),
      contract_requests: requested.map((contractRequest) => ({
        ...requestView(contractRequest),
        reason: contractRequest.reason,
      })),
      telegram_invite: invite && { link: invite.link, member_id: invite.memberId },
    };
  });
