import express from 'express';
import { clearCookie, cookieOptions, pathCookie, readViewCookie, siteCookie } from 'service-kit/cookies';
import supertest from 'supertest';

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

describe('a cookie', () => {
  const cookiesOn = async (scheme: 'http' | 'https') => {
    const app = express().get('/', (request, response) => {
      response.cookie(pathCookie(request, 'own'), 'value', cookieOptions(request, '/api', 60));
      clearCookie(response, siteCookie(request, 'other'), '/');
      response.end();
    });
    return (await supertest(app).get('/').set('x-forwarded-proto', scheme)).get('Set-Cookie');
  };

  test('is set and removed with name and attributes for the scheme that the gateway states', async () => {
    expect(await cookiesOn('https')).toEqual([
      expect.stringMatching(/^__Secure-own=value; Max-Age=60; Path=\/api; .*; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-other=; Path=\/; .*; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect(await cookiesOn('http')).toEqual([
      expect.stringMatching(/^own=value; Max-Age=60; Path=\/api; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^other=; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
    ]);
  });
});
