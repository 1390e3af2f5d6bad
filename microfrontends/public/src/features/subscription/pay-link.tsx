import { TEXTS } from 'contracts/texts';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { ButtonLink } from 'ui/button';

/** Opens the payment in a new tab (specification, section 2): this page stays, and notices when it is done. */
export const PayLink = ({ href }: { href: string }) => <ButtonLink variant="primary" caps href={href} target="_blank">{TEXTS.payTwoEuros} <ArrowUpRight /></ButtonLink>;
