import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy } from 'react';
import type { ComponentType } from 'react';
import { authModal } from 'web-kit/auth-modal';
import type { InitialData } from 'web-kit/initial-data';
import { lazyPage } from 'web-kit/lazy-page';
import { createQueryClient } from 'web-kit/query';
import { MemoryRouter, useLocation } from 'web-kit/router';
import { subscriberSession } from 'web-kit/session';
import { App } from '../src/app.tsx';
import type { Microfrontends } from '../src/app.tsx';
import { reloadPage } from '../src/reload-page.ts';

jest.mock('../src/reload-page.ts', () => ({ reloadPage: jest.fn() }));

const initialData: InitialData = {
  siteTitle: 'Coulisses',
  publicUrl: 'http://localhost',
  renderedAt: 0,
  isRendered: false,
  queries: [],
};
const show = (path: string, microfrontends: Microfrontends) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <App client={createQueryClient()} initialData={initialData} microfrontends={microfrontends} />
    </MemoryRouter>,
  );
const still: Microfrontends = { component: (name) => () => <main>{name}</main>, invalidate: () => undefined };

beforeEach(() => {
  delete document.documentElement.dataset.usable;
  localStorage.clear();
  authModal.close();
});

describe('the shell', () => {
  test.each([
    ['/', 'mf_public'],
    ['/nina/live', 'mf_public'],
    ['/nowhere/at/all', 'mf_public'],
    ['/admin/main', 'mf_admin'],
    ['/affiliate/aff-one', 'mf_affiliate'],
  ])('serves %s by %s', (path, name) => {
    show(path, still);
    expect(screen.getByRole('main')).toHaveTextContent(name);
    expect(document.documentElement).toHaveAttribute('data-usable');
  });

  test('opens the login by "Connexion"', async () => {
    show('/', still);
    await userEvent.click(screen.getByRole('button', { name: 'Connexion' }));
    expect(authModal.current()).toEqual({ kind: 'login', modelSlug: undefined, path: '/' });
  });

  test('shows a subscriber the menu of the account in place of the login', async () => {
    show('/', still);
    act(() =>
      subscriberSession.open({
        token: 't',
        user: { email: 'lea@example.fr', firstName: 'Léa', lastName: 'Martin', username: 'lea' },
      }),
    );
    expect(screen.queryByRole('button', { name: 'Connexion' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'LM, compte de Léa Martin' })).toBeInTheDocument();
  });

  test('leaves the focus at the login after a logout', async () => {
    subscriberSession.open({
      token: 't',
      user: { email: 'lea@example.fr', firstName: 'Léa', lastName: 'Martin', username: 'lea' },
    });
    show('/', still);
    jest.spyOn(subscriberSession, 'logOut').mockImplementation(async () => subscriberSession.clear());
    await userEvent.click(screen.getByRole('button', { name: 'LM, compte de Léa Martin' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Déconnexion' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Connexion' })).toHaveFocus());
  });

  test('hides the public header in a panel', () => {
    show('/admin/main', still);
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
  });
});

describe('a micro-frontend that fails', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  test('shows a French sentence and "Réessayer" when it cannot be loaded, and recovers by it', async () => {
    let isDown = true;
    let loads = 0;
    const create = () =>
      lazy(async () => {
        loads += 1;
        if (isDown) throw new Error('no manifest');
        return { default: () => <main>revenu</main> };
      });
    let component: ComponentType = create();
    show('/', { component: () => component, invalidate: () => void (component = create()) });
    const retry = await screen.findByRole('button', { name: 'Réessayer' });
    expect(screen.getByRole('heading', { name: 'Cette page est momentanément indisponible' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Connexion' })).toBeInTheDocument();
    expect(loads).toBe(1);
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByText('revenu')).toBeInTheDocument();
    expect(loads).toBe(2);
  });

  test('loads a lazy page again by "Réessayer"', async () => {
    let attempts = 0;
    const Page = lazyPage(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('chunk missing');
      return { default: () => <main id="main">page</main> };
    });
    show('/', { component: () => Page as ComponentType, invalidate: () => undefined });
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('page')).toBeInTheDocument();
    expect(attempts).toBe(2);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('gives its sentence the focus, and is reloaded with the document where a retry fails again', async () => {
    const Page = lazyPage<object>(async () => {
      throw new Error('chunk missing');
    });
    show('/', { component: () => Page, invalidate: () => undefined });
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
    const again = await screen.findByRole('button', { name: 'Réessayer' });
    expect(screen.getByRole('main')).toHaveFocus();
    expect(reloadPage).not.toHaveBeenCalled();
    await userEvent.click(again);
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  test('is left for another page, which is loaded although the former one failed', async () => {
    const Missing = lazyPage<object>(async () => {
      throw new Error('chunk missing');
    });
    const Site = () => (useLocation().pathname === '/' ? <main id="main">accueil</main> : <Missing />);
    show('/resilier', { component: () => Site, invalidate: () => undefined });
    await screen.findByRole('button', { name: 'Réessayer' });
    await userEvent.click(screen.getByRole('link', { name: /Coulisses/ }));
    expect(await screen.findByText('accueil')).toHaveFocus();
  });
});
