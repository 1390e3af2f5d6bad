/** Returns the Cookie header that a browser sends after a response. */
export const cookieHeader = (setCookies: readonly string[]): string =>
  setCookies.map((cookie) => cookie.split(';')[0]).join('; ');
