/**
 * The hosts to which visitors may be redirected to pay, checked when an address is saved and when it is used.
 * @param hosts "host" for the protocol's own port, or "host:port"
 * @param allowHttp http as well as https: outside production only
 */
export const createPaymentHosts = (hosts: readonly string[], allowHttp: boolean) => {
  const allowedHosts = new Set(hosts.map((host) => host.toLowerCase()));
  return {
    /** Whether an address leads to one of the hosts, without credentials inside it. False for what is no address. */
    allows: (url: string): boolean => {
      if (!URL.canParse(url)) return false;
      const { protocol, host, hostname, port, username, password } = new URL(url);
      if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) return false;
      if (username !== '' || password !== '') return false;
      // URL drops the port that is the protocol's own: an allowed "host:443" must still be found.
      return (
        allowedHosts.has(host) || (port === '' && allowedHosts.has(`${hostname}:${protocol === 'https:' ? 443 : 80}`))
      );
    },
  };
};
export type PaymentHosts = ReturnType<typeof createPaymentHosts>;
