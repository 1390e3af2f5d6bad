import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { authModal, useAuthModal } from 'web-kit/auth-modal';
import { subscriberSession, useIsRestoring, useSession } from 'web-kit/session';

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

  test('is no end by itself for a call that is refused meanwhile', async () => {
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
});

describe('restore', () => {
  const refuseStorage = () =>
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
  afterEach(() => {
    act(() => subscriberSession.clear());
    jest.restoreAllMocks();
  });
  function QueryBoundary() {
    return <p>{useIsRestoring(subscriberSession) ? 'attend' : 'sait'}</p>;
  }

  test('restores the session from the server where storage does not outlive the page', async () => {
    refuseStorage();
    const fetching = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response(JSON.stringify({ token: 'renewed', user })));
    render(
      <>
        <SessionName />
        <QueryBoundary />
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
    refuseStorage();
    const fetching = jest.spyOn(globalThis, 'fetch');
    render(
      <>
        <SessionName />
        <QueryBoundary />
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
