import type { CookieOptions, Request, Response } from 'express';

/** The cookies of a request, the first of each name (RFC 6265, section 5.4). */
export const readCookie = (request: Pick<Request, 'headers'>, name: string): string | null => {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, ...value] = part.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return null;
};

/** Options of the platform's cookies: never readable by a script, sent on navigations of the site only. */
export const cookieOptions = (secure: boolean, path: string, maxAgeSeconds: number): CookieOptions => ({ httpOnly: true, sameSite: 'lax', secure, path, maxAge: maxAgeSeconds * 1000 });

export const clearCookie = (response: Response, name: string, secure: boolean, path: string): void => {
  response.clearCookie(name, { httpOnly: true, sameSite: 'lax', secure, path });
};
