import { OFFER_TEXTS } from 'contracts/offer';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { ButtonLink } from 'ui/button';
import { paymentAttempt } from './payment-attempt.ts';

/** Opens the payment in a new tab; this page stays open and polls its outcome. */
export const PayLink = ({ href, onOpen }: { href: string; onOpen?: () => void }) => {
  const open = () => {
    paymentAttempt.begin();
    onOpen?.();
  };
  return (
    <ButtonLink variant="primary" caps href={href} target="_blank" onClick={open}>
      {OFFER_TEXTS.pay} <ArrowUpRight />
    </ButtonLink>
  );
};
