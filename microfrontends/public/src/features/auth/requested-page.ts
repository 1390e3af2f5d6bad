import { paths } from 'web-kit/paths';

interface RequestedPage {
  address: string;
  /** Why a login is shown. */
  reason: string;
}
interface Location {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Pages that need a session. What the home page is opened with is looked up here, so that it leads to no other site and no other page
 * (docs/domain.md#sessions).
 */
const PAGES: ReadonlyMap<string, string> = new Map([
  [paths.account(), 'Connectez-vous pour ouvrir votre compte.'],
  [paths.success(), 'Connectez-vous pour retrouver votre accès VIP.'],
  [paths.welcome(), 'Connectez-vous pour continuer votre inscription.'],
  [paths.paymentStatus(), 'Connectez-vous pour voir où en est votre paiement.'],
]);

/** A word in an address: the anchor of a section, or how a payment ended. */
const wordOf = (text: string | null | undefined): string => (/^[a-z-]{1,30}$/.test(text ?? '') ? (text ?? '') : '');

/** The page that was opened without a session, as the state of the home page's entry in the browser's history: a reload keeps it. */
export const loginState = ({ pathname, search, hash }: Location): { requested: Location } => ({
  requested: { pathname, search, hash },
});

/** The page that a login leads to, where the home page was opened in its place. @param state of the home page */
export const requestedPage = (state: unknown): RequestedPage | null => {
  const { pathname, search, hash } = (state as { requested?: Partial<Location> } | null)?.requested ?? {};
  const reason = PAGES.get(pathname ?? '');
  if (reason === undefined) return null;
  const [section, payment] = [wordOf(hash?.slice(1)), wordOf(new URLSearchParams(search).get('paiement'))];
  return { reason, address: `${pathname}${payment && `?paiement=${payment}`}${section && `#${section}`}` };
};
