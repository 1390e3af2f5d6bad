import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter } from 'web-kit/router';
import { adminSession } from 'web-kit/session';
// The form is a lazy chunk: imported here, it is compiled before a test waits for it.
import '../src/model-form/index.tsx';
import { arrange, EVERYTHING } from '../src/model-list/filter-and-sort.ts';
import { ModelList } from '../src/model-list/index.tsx';
import { api, modelOf, models, names, onChanged, open } from './open-model-list.tsx';
import { expectToast } from './toasts.ts';

describe('publication', () => {
  const draft = modelOf('Inès', { state: 'draft' });
  const archived = modelOf('Malik', { state: 'archived', is_live: true });
  const pressing = () => userEvent.setup();
  beforeEach(() => localStorage.setItem('modelTable', '1'));
  afterEach(() => localStorage.clear());

  const openMenu = (name: string, user = userEvent.setup()) =>
    user.click(screen.getByRole('button', { name: `Plus d’actions pour ${name}` }));
  const choose = async (user: ReturnType<typeof pressing>, name: string, item: string) => {
    await openMenu(name, user);
    await user.click(screen.getByRole('menuitem', { name: `${item} ${name}` }));
  };

  test('shows states, with a preview and no live for what visitors do not see', async () => {
    open([...models, draft, archived]);
    const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));
    expect(row('Zoé').getByText('Publié')).toBeVisible();
    expect(row('Inès').getByText('Brouillon')).toBeVisible();
    expect(row('Malik').getByText('Archivé')).toBeVisible();
    await openMenu('Zoé');
    expect(screen.getByRole('menuitem', { name: 'Voir Zoé, nouvel onglet' })).toHaveAttribute('href', '/zoe');
    await openMenu('Inès');
    expect(screen.getByRole('menuitem', { name: 'Prévisualiser Inès, nouvel onglet' })).toHaveAttribute(
      'href',
      '/apercu/ines',
    );
    expect(row('Malik').getByRole('switch', { name: /En live/ })).toBeDisabled();
  });

  test('has a menu for each row that the arrows open and go through, and that gives the focus back', async () => {
    const user = pressing();
    open([...models, draft]);
    const opener = screen.getByRole('button', { name: 'Plus d’actions pour Zoé' });
    opener.focus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('menuitem', { name: 'Supprimer Zoé' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Voir Zoé, nouvel onglet' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(opener).toHaveFocus();
    await choose(user, 'Zoé', 'Supprimer');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Annuler' }));
    expect(opener).toHaveFocus();
  });

  test('narrows by state with the number of each', async () => {
    open([...models, draft, archived]);
    const states = within(screen.getByRole('group', { name: 'État' }));
    expect(states.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Tous 5',
      'Publiés 3',
      'Brouillons 1',
      'Archivés 1',
    ]);
    await userEvent.click(states.getByRole('button', { name: 'Brouillons 1' }));
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
    expect(states.getByRole('button', { name: 'Brouillons 1' })).toHaveAttribute('aria-pressed', 'true');
    expect(names(arrange([...models, draft, archived], { ...EVERYTHING, state: 'draft' }))).toEqual(['Inès']);
    expect(names(arrange([...models, draft], { ...EVERYTHING, state: 'published' }))).toEqual(names(models));
    expect(names(arrange([draft], { ...EVERYTHING, state: 'nonsense' }))).toEqual(['Inès']);
  });

  test('publishes and archives one, and takes it back', async () => {
    const user = pressing();
    open([...models, draft]);
    await choose(user, 'Inès', 'Publier');
    await screen.findByText('Inès est en ligne');
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(api.update).toHaveBeenCalledTimes(2));
    await choose(user, 'Zoé', 'Archiver');
    await screen.findByText('Zoé est dans les archives');
    expect(api.update.mock.calls).toEqual([
      ['id-Inès', { state: 'published' }],
      ['id-Inès', { state: 'draft' }],
      ['id-Zoé', { state: 'archived' }],
    ]);
  });

  test('puts only published models live, and names the others', async () => {
    const user = pressing();
    open([models[0]!, draft, archived]);
    await user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner' }));
    await user.click(screen.getByRole('button', { name: 'Mettre en live' }));
    await expectToast('1\u00a0modèle mis à jour', 'Inès, Malik\u00a0: seuls les modèles publiés passent en live.');
    expect(api.update.mock.calls).toEqual([['id-Zoé', { is_live: true }]]);
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Zoé' }));
    await user.click(screen.getByRole('button', { name: 'Mettre en live' }));
    await expectToast('Erreur', 'Inès, Malik\u00a0: seuls les modèles publiés passent en live.');
    expect(api.update).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Arrêter le live' }));
    await waitFor(() => expect(api.update).toHaveBeenCalledTimes(3));
  });

  test('publishes many, each of which gets its former state back', async () => {
    const user = pressing();
    open([draft, archived]);
    await user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner' }));
    await user.click(screen.getByRole('button', { name: 'Publier' }));
    await screen.findByText('2 modèles publiés');
    api.update.mockClear();
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    await waitFor(() =>
      expect(api.update.mock.calls).toEqual([
        ['id-Inès', { state: 'draft' }],
        ['id-Malik', { state: 'archived' }],
      ]),
    );
  });

  test('takes a deletion back, or makes it when the page is left', async () => {
    const user = pressing();
    const { unmount } = open([...models, draft]);
    const remove = async (name: string) => {
      await choose(user, name, 'Supprimer');
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
      await expectToast('Modèle supprimé', name);
      expect(screen.queryByRole('row', { name: new RegExp(name) })).toBeNull();
    };
    await remove('Inès');
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    await screen.findByRole('row', { name: /Inès/ });
    expect(api.update.mock.calls).toEqual([
      ['id-Inès', { state: 'archived' }],
      ['id-Inès', { state: 'draft' }],
    ]);
    expect(api.remove).not.toHaveBeenCalled();
    await remove('Zoé');
    act(() => void dispatchEvent(new Event('pagehide')));
    expect(api.remove.mock.calls).toEqual([['id-Zoé', { keepalive: true }]]);
    unmount();
    expect(api.remove).toHaveBeenCalledTimes(1);
  });

  test('deletes all that was selected at once when the page is left', async () => {
    const user = pressing();
    // The response never arrives.
    api.remove.mockReturnValue(new Promise(() => undefined));
    open(Array.from({ length: 12 }, (_, index) => modelOf(`Modèle ${index}`)));
    await user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner' }));
    await user.click(screen.getByRole('button', { name: 'Supprimer' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
    await screen.findByText('12 modèles supprimés');
    act(() => void dispatchEvent(new Event('pagehide')));
    expect(api.remove).toHaveBeenCalledTimes(12);
  });

  test('deletes when the section is left, and offers no undo any more', async () => {
    const user = pressing();
    const pageWith = (list: ReactNode) => (
      <MemoryRouter>
        <ToastProvider>{list}</ToastProvider>
      </MemoryRouter>
    );
    const { rerender } = render(
      pageWith(<ModelList title="Modèles" models={models} api={api} onChanged={onChanged} />),
    );
    await choose(user, 'Zoé', 'Supprimer');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
    await expectToast('Modèle supprimé', 'Zoé');
    rerender(pageWith(null));
    expect(api.remove.mock.calls).toEqual([['id-Zoé', { keepalive: true }]]);
    await waitFor(() => expect(screen.queryByText('Modèle supprimé')).toBeNull());
    expect(api.update.mock.calls).toEqual([['id-Zoé', { state: 'archived' }]]);
  });

  test('deletes before a logout ends the session', async () => {
    const user = pressing();
    const calls: string[] = [];
    const deleted = Promise.withResolvers<void>();
    api.remove.mockImplementation(async () => {
      calls.push('delete');
      await deleted.promise;
      calls.push('deleted');
    });
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
      calls.push(String(url));
      return Response.json({ ok: true });
    });
    open();
    await choose(user, 'Zoé', 'Supprimer');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
    await expectToast('Modèle supprimé', 'Zoé');
    await act(async () => {
      const left = adminSession.logOut();
      deleted.resolve();
      await left;
    });
    expect(calls).toEqual(['delete', 'deleted', '/api/admin/logout']);
  });

  test('creates a draft, and offers its preview', async () => {
    api.create.mockResolvedValue({ ...draft, slug: 'ines' });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Nouveau modèle' }));
    const form = within(await screen.findByRole('dialog', { name: 'Nouveau modèle' }));
    await userEvent.type(form.getByRole('textbox', { name: 'Nom' }), 'Inès');
    await userEvent.click(form.getByRole('button', { name: 'Enregistrer en brouillon' }));
    await waitFor(() => expect(api.create.mock.calls[0]?.[0]).toMatchObject({ name: 'Inès', state: 'draft' }));
    expect(await screen.findByRole('link', { name: 'Prévisualiser, nouvel onglet' })).toHaveAttribute(
      'href',
      '/apercu/ines',
    );
  });
});
