import type { AffiliateEarnings, CommissionBalance } from 'contracts/commissions';
import { formatPrice } from 'web-kit/formats';

/** Formats a part of the balance; amounts of two currencies are listed side by side. */
export const sumText = (
  balances: AffiliateEarnings['balances'],
  part: Exclude<keyof CommissionBalance, 'currency'>,
): string =>
  balances
    .filter((balance) => balance[part] !== 0)
    .map((balance) => formatPrice(balance[part], balance.currency))
    .join(' + ') || formatPrice(0);
