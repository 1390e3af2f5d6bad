/** Returns the cookies of a response as a browser returns them. */
export const cookieHeader = (setCookies: readonly string[]): string =>
  setCookies.map((cookie) => cookie.split(';')[0]).join('; ');
