import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { authModal, useAuthModal } from 'web-kit/auth-modal';
import { subscriberSession, useIsRestoring, useSession } from 'web-kit/session';

const user = { email: 'lea@example.fr', firstName: 'Léa', lastName: 'Martin', username: 'lea' };
function Who() {
  return <p>{useSession(subscriberSession)?.user.firstName ?? 'personne'}</p>;
}

beforeEach(() => localStorage.clear());

describe('useSession', () => {
  test('When the server renders, then nobody is in, whatever the browser keeps', () => {
    subscriberSession.open({ token: 't', user });
    expect(renderToString(<Who />)).toContain('personne');
  });

  test('When somebody logs in or another tab logs out, then the page follows', () => {
    render(<Who />);
    expect(screen.getByText('personne')).toBeInTheDocument();
    act(() => subscriberSession.open({ token: 't', user }));
    expect(screen.getByText('Léa')).toBeInTheDocument();
    act(() => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent('storage', { key: null }));
    });
    expect(screen.getByText('personne')).toBeInTheDocument();
  });

  test('When the stored person is not readable, then nobody is in', () => {
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
  function Waiting() {
    return <p>{useIsRestoring(subscriberSession) ? 'attend' : 'sait'}</p>;
  }

  test('When the browser forgets with each page, then the server is asked who is in', async () => {
    refuseStorage();
    const asked = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response(JSON.stringify({ token: 'renewed', user })));
    render(
      <>
        <Who />
        <Waiting />
      </>,
    );
    await act(async () => {
      const restored = subscriberSession.restore();
      expect(subscriberSession.isRestoring()).toBe(true);
      await restored;
    });
    expect(asked.mock.calls.map(([address]) => address)).toEqual(['/api/auth/refresh']);
    expect(screen.getByText('Léa')).toBeInTheDocument();
    expect(screen.getByText('sait')).toBeInTheDocument();
  });

  test('When the server knows nobody, or does not answer, then nobody is in', async () => {
    refuseStorage();
    const fetching = jest.spyOn(globalThis, 'fetch');
    render(
      <>
        <Who />
        <Waiting />
      </>,
    );
    for (const answer of [
      () => Promise.resolve(new Response('{"error":"","code":"SESSION_EXPIRED","requestId":"r"}', { status: 401 })),
      () => Promise.reject(new TypeError('Failed to fetch')),
    ]) {
      fetching.mockImplementation(answer);
      await act(() => subscriberSession.restore());
      expect(screen.getByText('personne')).toBeInTheDocument();
      expect(screen.getByText('sait')).toBeInTheDocument();
    }
  });

  test('When the browser keeps what it is given, then nobody is asked', async () => {
    const asked = jest.spyOn(globalThis, 'fetch');
    await subscriberSession.restore();
    expect(asked).not.toHaveBeenCalled();
    expect(localStorage).toHaveLength(0);
  });
});

function Modal() {
  const modal = useAuthModal();
  return <p>{modal ? `${modal.kind} ${modal.modelSlug ?? '-'}` : 'fermé'}</p>;
}

describe('authModal', () => {
  test('When one modal leads to another, then only one is open and the model stays', () => {
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
