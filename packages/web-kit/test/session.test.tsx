import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { authModal, useAuthModal } from 'web-kit/auth-modal';
import { beforeLogout } from 'web-kit/before-logout';
import { adminSession, subscriberSession, useIsRestoring, useSession } from 'web-kit/session';

const user = { email: 'lea@example.fr', firstName: 'Léa', lastName: 'Martin', username: 'lea' };
function SessionName() {
  return <p>{useSession(subscriberSession)?.user.firstName ?? 'personne'}</p>;
}

beforeEach(() => localStorage.clear());

describe('useSession', () => {
  test('renders no session on the server', () => {
    subscriberSession.open({ token: 't', user });
    expect(renderToString(<SessionName />)).toContain('personne');
  });

  test('follows a login here and a logout in another tab', () => {
    render(<SessionName />);
    expect(screen.getByText('personne')).toBeInTheDocument();
    act(() => subscriberSession.open({ token: 't', user }));
    expect(screen.getByText('Léa')).toBeInTheDocument();
    act(() => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent('storage', { key: null }));
    });
    expect(screen.getByText('personne')).toBeInTheDocument();
  });

  test('ignores an unreadable stored user', () => {
    localStorage.setItem('token', 't');
    localStorage.setItem('user', '{"email":1}');
    expect(subscriberSession.state()).toBeNull();
  });
});

describe('logOut', () => {
  test('removes the model from whose page the subscriber registered', async () => {
    subscriberSession.open({ token: 't', user });
    localStorage.setItem('selectedModel', 'nina');
    await act(() => subscriberSession.logOut());
    expect(localStorage.getItem('selectedModel')).toBeNull();
  });

  test('is no end by itself for a call that is rejected meanwhile', async () => {
    subscriberSession.open({ token: 't', user });
    const { promise: ended, resolve: end } = Promise.withResolvers<Response>();
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation((address) =>
        String(address).endsWith('/logout')
          ? ended
          : Promise.resolve(new Response('{"error":"","code":"SESSION_EXPIRED","requestId":"r"}', { status: 401 })),
      );
    const left = subscriberSession.logOut();
    expect(await subscriberSession.renew('t')).toBeNull();
    expect(subscriberSession.isExpired()).toBe(false);
    end(new Response('{"ok":true}'));
    await left;
    jest.restoreAllMocks();
  });

  describe('with a call that fails', () => {
    const owed = 'owedLogout:token';
    let respond: () => Promise<Response>;
    const responseOf = (status: number) => async () => new Response('{"error":"","requestId":"r"}', { status });
    beforeEach(() => {
      jest.spyOn(globalThis, 'fetch').mockImplementation(() => respond());
      subscriberSession.open({ token: 't', user });
    });
    afterEach(() => void jest.restoreAllMocks());

    test.each([
      ['without a response', () => Promise.reject(new TypeError('Failed to fetch'))],
      ['by an outage', responseOf(503)],
      ['by a limit', responseOf(429)],
    ])('%s is owed until the server has ended the session', async (_, failure) => {
      respond = failure;
      await subscriberSession.logOut();
      expect(subscriberSession.state()).toBeNull();
      expect(localStorage.getItem(owed)).toBe('1');
      respond = async () => new Response('{"ok":true}');
      await subscriberSession.endOnServer();
      expect(localStorage).toHaveLength(0);
    });

    test('is owed no more after a rejection, which a repetition would not change', async () => {
      respond = responseOf(404);
      await subscriberSession.logOut();
      expect(localStorage).toHaveLength(0);
    });

    test('is owed no more after a login, which ends the session that it replaces', async () => {
      respond = responseOf(503);
      await subscriberSession.logOut();
      subscriberSession.open({ token: 'next', user });
      expect(localStorage.getItem(owed)).toBeNull();
      expect(subscriberSession.state()?.token).toBe('next');
    });

    test('leaves a login that happens during its repetition', async () => {
      respond = responseOf(503);
      await subscriberSession.logOut();
      const { promise, resolve } = Promise.withResolvers<Response>();
      respond = () => promise;
      const ended = subscriberSession.endOnServer();
      subscriberSession.open({ token: 'next', user });
      resolve(new Response('{"ok":true}'));
      await ended;
      expect(subscriberSession.state()?.token).toBe('next');
    });

    test('does not let a renewal under way bring the session back', async () => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      respond = () => promise;
      const renewed = subscriberSession.renew('t');
      respond = responseOf(503);
      await subscriberSession.logOut();
      resolve(new Response(JSON.stringify({ token: 'renewed', user })));
      expect(await renewed).toBeNull();
      expect(subscriberSession.state()).toBeNull();
    });
  });
});

describe('the logout of a panel', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('waits for what needs the session, for three seconds at most', async () => {
    jest.useFakeTimers();
    const fetching = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ ok: true }));
    const unregister = beforeLogout(() => new Promise(() => undefined));
    const left = adminSession.logOut();
    await jest.advanceTimersByTimeAsync(2_999);
    expect(fetching).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await left;
    expect(fetching).toHaveBeenCalledTimes(1);
    unregister();
    await adminSession.logOut();
    expect(fetching).toHaveBeenCalledTimes(2);
  });
});

describe('restore', () => {
  const blockStorage = () =>
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
  afterEach(() => {
    act(() => subscriberSession.clear());
    jest.restoreAllMocks();
  });
  function RestoreState() {
    return <p>{useIsRestoring(subscriberSession) ? 'attend' : 'sait'}</p>;
  }

  test('restores the session from the server where storage does not outlive the page', async () => {
    blockStorage();
    const fetching = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response(JSON.stringify({ token: 'renewed', user })));
    render(
      <>
        <SessionName />
        <RestoreState />
      </>,
    );
    await act(async () => {
      const restored = subscriberSession.restore();
      expect(subscriberSession.isRestoring()).toBe(true);
      await restored;
    });
    expect(fetching.mock.calls.map(([address]) => address)).toEqual(['/api/auth/refresh']);
    expect(screen.getByText('Léa')).toBeInTheDocument();
    expect(screen.getByText('sait')).toBeInTheDocument();
  });

  test('has no session when the refresh is rejected or gets no response', async () => {
    blockStorage();
    const fetching = jest.spyOn(globalThis, 'fetch');
    render(
      <>
        <SessionName />
        <RestoreState />
      </>,
    );
    for (const failure of [
      () => Promise.resolve(new Response('{"error":"","code":"SESSION_EXPIRED","requestId":"r"}', { status: 401 })),
      () => Promise.reject(new TypeError('Failed to fetch')),
    ]) {
      fetching.mockImplementation(failure);
      await act(() => subscriberSession.restore());
      expect(screen.getByText('personne')).toBeInTheDocument();
      expect(screen.getByText('sait')).toBeInTheDocument();
    }
  });

  test('does not bring back a session whose logout is owed', async () => {
    blockStorage();
    const fetching = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response('{"error":"","requestId":"r"}', { status: 503 }));
    subscriberSession.open({ token: 't', user });
    await subscriberSession.logOut();
    fetching.mockImplementation(async () => new Response(JSON.stringify({ token: 'renewed', user })));
    await subscriberSession.restore();
    expect(subscriberSession.state()).toBeNull();
    await subscriberSession.endOnServer();
  });

  test('sends no refresh request where the browser persists the session', async () => {
    const fetching = jest.spyOn(globalThis, 'fetch');
    await subscriberSession.restore();
    expect(fetching).not.toHaveBeenCalled();
    expect(localStorage).toHaveLength(0);
  });
});

function Modal() {
  const modal = useAuthModal();
  return <p>{modal ? `${modal.kind} ${modal.modelSlug ?? '-'}` : 'fermé'}</p>;
}

describe('authModal', () => {
  test('keeps one modal open and the model when one leads to another', () => {
    render(<Modal />);
    act(() => authModal.open('register', { modelSlug: 'nina' }));
    expect(screen.getByText('register nina')).toBeInTheDocument();
    act(() => authModal.open('login'));
    expect(screen.getByText('login nina')).toBeInTheDocument();
    act(() => authModal.close());
    expect(screen.getByText('fermé')).toBeInTheDocument();
    act(() => authModal.open('login'));
    expect(screen.getByText('login -')).toBeInTheDocument();
    act(() => authModal.close());
  });
});
