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
 * Pages that need a session, each with its name in `?connexion=` of the home page. A query never holds an address: what it names is
 * looked up here, so that a link leads to no other site and no other page (docs/domain.md#sessions).
 */
const PAGES: ReadonlyMap<string, RequestedPage> = new Map([
  ['compte', { address: paths.account(), reason: 'Connectez-vous pour ouvrir votre compte.' }],
  ['acces', { address: paths.success(), reason: 'Connectez-vous pour retrouver votre accès VIP.' }],
  ['bienvenue', { address: paths.welcome(), reason: 'Connectez-vous pour continuer votre inscription.' }],
  ['statut', { address: paths.paymentStatus(), reason: 'Connectez-vous pour voir où en est votre paiement.' }],
]);

/** A word in an address: the anchor of a section, or how a payment ended. */
const wordOf = (text: string | null | undefined): string => (/^[a-z-]{1,30}$/.test(text ?? '') ? (text ?? '') : '');

/** The page that a login leads to, where the home page's query names one. */
export const requestedPage = (search: string): RequestedPage | null => {
  const query = new URLSearchParams(search);
  const page = PAGES.get(query.get('connexion') ?? '');
  if (!page) return null;
  const [section, payment] = [wordOf(query.get('rubrique')), wordOf(query.get('paiement'))];
  return {
    ...page,
    address: `${page.address}${payment && `?paiement=${payment}`}${section && `#${section}`}`,
  };
};

/** Address of the login that comes back to a page that needs a session; the home page's for every other one. */
export const loginAddress = ({ pathname, search, hash }: Location): string => {
  const [name] = [...PAGES].find(([, { address }]) => address === pathname) ?? [];
  if (name === undefined) return paths.home();
  const [section, payment] = [wordOf(hash.slice(1)), wordOf(new URLSearchParams(search).get('paiement'))];
  const query = new URLSearchParams({
    connexion: name,
    ...(section && { rubrique: section }),
    ...(payment && { paiement: payment }),
  });
  return `${paths.home()}?${query.toString()}`;
};
