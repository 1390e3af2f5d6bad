import { readViewCookie } from 'service-kit/cookies';

const view = (cookie: string, scheme?: string) =>
  readViewCookie({ headers: { cookie, ...(scheme && { 'x-forwarded-proto': scheme }) } }, 'subscriber');

describe('readViewCookie', () => {
  test('accepts on https only the cookie that browsers bind to this host, whatever another host of the domain has planted', () => {
    expect(view('subscriber_view=planted; __Secure-subscriber_view=planted; __Host-subscriber_view=own', 'https')).toBe(
      'own',
    );
    expect(view('subscriber_view=planted; __Secure-subscriber_view=planted', 'https')).toBeNull();
  });

  test('reads the plain name on http, where browsers reject the prefix', () => {
    expect(view('subscriber_view=own', 'http')).toBe('own');
    expect(view('__Host-subscriber_view=other')).toBeNull();
  });
});
