import { paths } from 'web-kit/paths';

interface RequestedPage {
  address: string;
  /** Reason shown in the login dialog. */
  reason: string;
}
interface Location {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Pages that need a session. The page requested in the home page's state is looked up in this list, so that a login never leads to
 * another site or page (docs/domain.md#sessions).
 */
const PAGES: ReadonlyMap<string, string> = new Map([
  [paths.account(), 'Connectez-vous pour ouvrir votre compte.'],
  [paths.success(), 'Connectez-vous pour retrouver votre accès VIP.'],
  [paths.welcome(), 'Connectez-vous pour continuer votre inscription.'],
  [paths.paymentStatus(), 'Connectez-vous pour voir où en est votre paiement.'],
]);

/** Returns a word of an address, such as a section's anchor or the outcome of a payment; empty for any other text. */
const wordOf = (text: string | null | undefined): string => (/^[a-z-]{1,30}$/.test(text ?? '') ? (text ?? '') : '');

/** Returns the requested page as state of the home page's history entry, which survives a reload. */
export const loginState = ({ pathname, search, hash }: Location): { requested: Location } => ({
  requested: { pathname, search, hash },
});

/** Returns the page to open after the login, where the home page was opened instead. @param state of the home page */
export const requestedPage = (state: unknown): RequestedPage | null => {
  const { pathname, search, hash } = (state as { requested?: Partial<Location> } | null)?.requested ?? {};
  const reason = PAGES.get(pathname ?? '');
  if (reason === undefined) return null;
  const [section, payment] = [wordOf(hash?.slice(1)), wordOf(new URLSearchParams(search).get('paiement'))];
  return { reason, address: `${pathname}${payment && `?paiement=${payment}`}${section && `#${section}`}` };
};
