import { AppError } from './errors.ts';

/**
 * Hosts to which visitors may be redirected for payment, checked when an address is saved and when it is used.
 * @param hosts "host" for the protocol's default port, or "host:port"
 * @param allowHttp whether http is allowed besides https; only outside production
 */
export const createPaymentHosts = (hosts: readonly string[], allowHttp: boolean) => {
  const allowedHosts = new Set(hosts.map((host) => host.toLowerCase()));
  /** Whether a URL leads to one of the hosts and contains no credentials. False for an invalid URL. */
  const allows = (url: string): boolean => {
    if (!URL.canParse(url)) return false;
    const { protocol, host, hostname, port, username, password } = new URL(url);
    if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) return false;
    if (username !== '' || password !== '') return false;
    // URL drops the protocol's default port, but an allowed "host:443" must still match.
    return (
      allowedHosts.has(host) || (port === '' && allowedHosts.has(`${hostname}:${protocol === 'https:' ? 443 : 80}`))
    );
  };
  return {
    allows,
    /** @throws AppError PAYMENT_HOST_REFUSED for a given URL that `allows` rejects */
    require: (url: string | undefined): void => {
      if (url && !allows(url)) throw new AppError('PAYMENT_HOST_REFUSED');
    },
  };
};
export type PaymentHosts = ReturnType<typeof createPaymentHosts>;
