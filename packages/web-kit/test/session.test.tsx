import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { authModal, useAuthModal } from 'web-kit/auth-modal';
import { subscriberSession, useSession } from 'web-kit/session';

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
