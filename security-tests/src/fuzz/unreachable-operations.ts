import type { Operation } from 'contracts/operation';
import type { OperationId } from 'contracts/operations';
import type { TokenRole } from 'contracts/roles';
import { ownershipsOf, outcomeFor, expectationOf, isSuccess } from '../access/matrix.ts';
import type { CallerRole } from '../access/access-fixtures.ts';

const CODE_NEEDED = 'needs a code of an authenticator: e2e/test/second-factor.test.ts';
const BATCH_NEEDED = 'needs commissions that are due: services/affiliate/test/payouts.test.ts';
const SUBSCRIBER_NEEDED = 'needs the id of a subscriber';
const ADDRESS_NEEDED = 'needs an address that is called: services/affiliate/test/outgoing-postbacks.test.ts';
/** Operations that generated requests cannot complete, with the test that covers them instead. */
const UNREACHABLE: Readonly<Partial<Record<OperationId, string>>> = {
  deleteAccount:
    'the account would be deleted for the rest of the run: services/identity/test/account-deletion.test.ts',
  verifyAdministratorSecondFactor: CODE_NEEDED,
  enrolAdministrator: CODE_NEEDED,
  addAdministratorFactor: CODE_NEEDED,
  removeAdministratorFactor: CODE_NEEDED,
  renewAdministratorRecoveryCodes: CODE_NEEDED,
  verifyAffiliateSecondFactor: CODE_NEEDED,
  addAffiliateFactor: CODE_NEEDED,
  removeAffiliateFactor: CODE_NEEDED,
  renewAffiliateRecoveryCodes: CODE_NEEDED,
  createPayoutBatch: BATCH_NEEDED,
  markPayoutBatchPaid: BATCH_NEEDED,
  cancelPayoutBatch: BATCH_NEEDED,
  getPayoutStatement: BATCH_NEEDED,
  getSubscriberBilling: `${SUBSCRIBER_NEEDED}: services/billing/test/subscriber-list.test.ts`,
  getSubscriberAccount: `${SUBSCRIBER_NEEDED}: services/identity/test/subscriber-account.test.ts`,
  orderRefund: `${SUBSCRIBER_NEEDED}: services/billing/test/refund-orders.test.ts`,
  getSubscriberCommissions: `${SUBSCRIBER_NEEDED}: services/affiliate/test/commissions.test.ts`,
  addPushDevice: 'needs an address of a push service: services/identity/test/notifications.test.ts',
  testOutgoingPostback: ADDRESS_NEEDED,
  retryOutgoingPostback: ADDRESS_NEEDED,
};

const TOKEN_ROLES: Readonly<Record<CallerRole, TokenRole | null>> = {
  visitor: null,
  partner: null,
  subscriber: 'subscriber',
  paidSubscriber: 'subscriber',
  affiliate: 'affiliate',
  administrator: 'administrator',
};

/** Whether the declared roles admit the caller; an object may still belong to another one. */
export const isRoleAccepted = ({ roles }: Operation, caller: CallerRole): boolean => {
  const role = TOKEN_ROLES[caller];
  return roles === undefined || (role !== null && roles.includes(role));
};

/** Whether some request of the caller must succeed: by the declared roles, or else by the access matrix. */
export const isReachable = (operation: Operation, caller: CallerRole): boolean => {
  if (operation.id in UNREACHABLE) return false;
  if (operation.roles) return isRoleAccepted(operation, caller);
  const expectation = expectationOf(operation);
  return ownershipsOf(caller, operation, expectation).some((ownership) =>
    isSuccess(outcomeFor(expectation.expected[caller], ownership)),
  );
};
