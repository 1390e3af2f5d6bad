import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { checkPayment } from 'contracts/operations/billing';
import { getModel, listModels } from 'contracts/operations/models';
import { TEXTS } from 'contracts/texts';
import { addressOf, call, messageOf } from 'web-kit/api';
import { adminSession, affiliateSession, subscriberSession } from 'web-kit/session';

const user = { email: 'lea@example.fr', firstName: 'Léa', lastName: 'Martin', username: 'lea' };
const stubbed = (status: number, body: unknown) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
const expired = () => stubbed(401, { error: 'Votre session a expiré.', code: 'SESSION_EXPIRED', requestId: 'r1' });
const fetchMock = jest.fn<typeof fetch>();
const real = globalThis.fetch;
const sentRequests = () =>
  fetchMock.mock.calls.map(([url, init]) => ({ url, token: (init?.headers as Record<string, string>).authorization }));

beforeEach(() => {
  localStorage.clear();
  fetchMock.mockReset();
  globalThis.fetch = fetchMock;
});
afterEach(() => {
  globalThis.fetch = real;
});

describe('call', () => {
  test('encodes each path part by itself', () => {
    expect(addressOf(getModel, { slug: '../admin?x=é' })).toBe('/api/models/..%2Fadmin%3Fx%3D%C3%A9');
    expect(() => addressOf(getModel, {})).toThrow('slug');
  });

  test('throws an error with the code, text and request id of a rejection', async () => {
    fetchMock.mockResolvedValueOnce(
      stubbed(404, { error: 'Modèle non trouvé', code: 'MODEL_NOT_FOUND', requestId: 'r9' }),
    );
    await expect(call(getModel, { params: { slug: 'nina' } })).rejects.toMatchObject({
      status: 404,
      code: 'MODEL_NOT_FOUND',
      message: 'Modèle non trouvé',
      requestId: 'r9',
    });
  });

  test('shows a French sentence for a page of a proxy', async () => {
    fetchMock.mockResolvedValueOnce(stubbed(502, '<html>Bad gateway</html>'));
    const error: unknown = await call(listModels, {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 502, code: 'UNREADABLE' });
    expect(messageOf(error, TEXTS.loginFailed)).toBe(TEXTS.loginFailed);
  });

  test('throws NETWORK without a network', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(call(listModels, {})).rejects.toMatchObject({
      status: 0,
      code: 'NETWORK',
      message: TEXTS.somethingWentWrong,
    });
  });

  test('throws NETWORK without a response within the timeout', async () => {
    fetchMock.mockImplementationOnce(
      (_url, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    await expect(call(listModels, { timeoutMs: 20 })).rejects.toMatchObject({ code: 'NETWORK' });
  });

  test('throws the caller’s own reason for giving up', async () => {
    const controller = new AbortController();
    fetchMock.mockImplementationOnce(
      (_url, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    const calling = call(listModels, { signal: controller.signal });
    controller.abort(new Error('left the page'));
    await expect(calling).rejects.toThrow('left the page');
  });
});

describe('renewal of a session', () => {
  test('renews an expired subscriber’s token once and repeats the call', async () => {
    subscriberSession.open({ token: 'old', user });
    fetchMock
      .mockResolvedValueOnce(expired())
      .mockResolvedValueOnce(stubbed(200, { token: 'new', user }))
      .mockResolvedValueOnce(stubbed(200, { hasPaid: true }));
    expect(await call(checkPayment, { session: subscriberSession })).toEqual({ hasPaid: true });
    expect(sentRequests()).toEqual([
      { url: '/api/auth/check-payment', token: 'Bearer old' },
      { url: '/api/auth/refresh', token: undefined },
      { url: '/api/auth/check-payment', token: 'Bearer new' },
    ]);
    expect(localStorage.getItem('token')).toBe('new');
  });

  test('serves several calls with an expired token by one renewal', async () => {
    subscriberSession.open({ token: 'old', user });
    let renewals = 0;
    fetchMock.mockImplementation((url, init) => {
      if (url === '/api/auth/refresh') {
        renewals += 1;
        return Promise.resolve(stubbed(200, { token: 'new', user }));
      }
      return Promise.resolve(
        (init?.headers as Record<string, string>).authorization === 'Bearer new'
          ? stubbed(200, { hasPaid: false })
          : expired(),
      );
    });
    await Promise.all([1, 2, 3].map(() => call(checkPayment, { session: subscriberSession })));
    expect(renewals).toBe(1);
  });

  test.each([subscriberSession, adminSession, affiliateSession('aff-one')])(
    'lets a renewal outlive its page: the secret that it replaces would end the session later',
    async (session) => {
      fetchMock.mockResolvedValueOnce(stubbed(200, { token: 'new', user }));
      session.open({ token: 'old', user });
      await session.renew('old');
      expect(fetchMock.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true]);
    },
  );

  test('uses the token that another tab has renewed', async () => {
    subscriberSession.open({ token: 'old', user });
    fetchMock.mockImplementationOnce(() => {
      localStorage.setItem('token', 'of another tab');
      return Promise.resolve(expired());
    });
    fetchMock.mockResolvedValueOnce(stubbed(200, { hasPaid: true }));
    await call(checkPayment, { session: subscriberSession });
    expect(sentRequests().map(({ token }) => token)).toEqual(['Bearer old', 'Bearer of another tab']);
  });

  test('clears an expired session and throws the rejection', async () => {
    adminSession.open({ token: 'old' });
    expect(localStorage.getItem('main_admin_authenticated')).toBe('true');
    fetchMock.mockImplementation(() => Promise.resolve(expired()));
    await expect(call(checkPayment, { session: adminSession })).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(sentRequests()[1]?.url).toBe('/api/admin/refresh');
    expect(adminSession.state()).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  test('retains the session when the renewal meets an outage', async () => {
    affiliateSession('aff-one').open({ token: 'old' });
    fetchMock
      .mockResolvedValueOnce(expired())
      .mockResolvedValueOnce(stubbed(503, { error: 'Indisponible', code: 'SERVICE_UNAVAILABLE', requestId: '' }));
    await expect(call(checkPayment, { session: affiliateSession('aff-one') })).rejects.toMatchObject({ status: 503 });
    expect(sentRequests()[1]?.url).toBe('/api/affiliates/aff-one/refresh');
    expect(localStorage.getItem('affiliate_aff-one_token')).toBe('old');
  });

  test('removes every key of the session on logout, even without a network', async () => {
    subscriberSession.open({ token: 't', user });
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await subscriberSession.logOut();
    expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
  });
});
