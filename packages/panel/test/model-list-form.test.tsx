import { describe, expect, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ModelView } from 'contracts/models';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter, useLocation } from 'web-kit/router';
import { ApiError } from 'web-kit/api';
// The form is a lazy chunk: imported here, it is compiled before a test waits for it.
import '../src/model-form/index.tsx';
import { ModelList } from '../src/model-list/index.tsx';
import { api, models, onChanged, open } from './open-model-list.tsx';
import { expectToast } from './toasts.ts';

test('the form of a model retains the input after an edit conflict until one version is chosen', async () => {
  const [zoe] = models;
  if (!zoe) throw new Error('no model');
  api.load.mockResolvedValueOnce(zoe).mockResolvedValueOnce({ ...zoe, bio: 'De l’autre', edit_revision: 4 });
  api.update.mockRejectedValueOnce(new ApiError({ status: 409, code: 'EDIT_CONFLICT', message: 'Conflit' }));
  const user = userEvent.setup();
  open();
  await user.click(screen.getByRole('button', { name: 'Éditer Zoé' }));
  const bio = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Bio' });
  await user.type(bio, 'La mienne');
  await user.click(screen.getByRole('button', { name: 'Mettre à jour' }));
  const load = await screen.findByRole('button', { name: 'Charger l’autre version' });
  expect(bio.value).toBe('La mienne');
  await user.click(load);
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Bio' }).value).toBe('De l’autre'),
  );
  api.update.mockResolvedValueOnce(zoe);
  await user.click(screen.getByRole('button', { name: 'Mettre à jour' }));
  await waitFor(() => expect(api.update.mock.calls.at(-1)?.[2]).toBe(4));
});

test('the form of a new model proposes a slug, describes its schedule, and confirms an exit', async () => {
  const user = userEvent.setup();
  open();
  await user.click(screen.getByRole('button', { name: 'Nouveau modèle' }));
  await user.type(await screen.findByRole('textbox', { name: 'Nom' }), 'Maëlle D.');
  const slug = screen.getByRole<HTMLInputElement>('textbox', { name: 'Slug' });
  expect(slug.value).toBe('maelle-d');
  await user.clear(slug);
  await user.type(slug, 'autre');
  await user.type(screen.getByRole('textbox', { name: 'Nom' }), 'X');
  expect(slug.value).toBe('autre');
  expect(screen.getByText('En direct de 21:00 à 01:00, heure de Paris.')).not.toBeNull();
  expect(screen.getByText('Maëlle D.X - Coulisses')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(screen.getByRole('alertdialog', { name: 'Quitter sans enregistrer\u00a0?' })).not.toBeNull();
});

describe('a model that was deleted elsewhere', () => {
  const gone = new ApiError({ status: 404, code: 'MODEL_NOT_FOUND', message: 'Modèle non trouvé' });

  test('has the list read again by a save, whose form stays', async () => {
    api.load.mockResolvedValue(models[0]!);
    api.update.mockRejectedValue(gone);
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Éditer Zoé' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mettre à jour' }));
    await expectToast('Erreur', 'Modèle non trouvé');
    expect(onChanged).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('dialog', { name: 'Modifier le modèle' })).toBeVisible();
  });

  test('has the list read again by a switch, and by the button of its form', async () => {
    api.update.mockRejectedValue(gone);
    api.load.mockRejectedValue(gone);
    open();
    await userEvent.click(screen.getByRole('switch', { name: 'Vérifié\u00a0: Zoé' }));
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
    await userEvent.click(screen.getByRole('button', { name: 'Éditer Zoé' }));
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(2));
  });
});

test('the list of models opens the form that was requested last', async () => {
  const slow = Promise.withResolvers<ModelView>();
  api.load.mockImplementation((slug) => (slug === 'zoe' ? slow.promise : Promise.resolve(models[1]!)));
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Éditer Zoé' }));
  await userEvent.click(screen.getByRole('button', { name: 'Éditer Nina' }));
  expect(await screen.findByRole('textbox', { name: 'Nom' })).toHaveValue('Nina');
  await act(async () => slow.resolve(models[0]!));
  expect(screen.getByRole('textbox', { name: 'Nom' })).toHaveValue('Nina');
});

test('the list of models opens the form that the address names, once', async () => {
  api.load.mockResolvedValue(models[1]!);
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  render(
    <MemoryRouter initialEntries={['/?editer=nina&partie=photos&tri=name']}>
      <ToastProvider>
        <ModelList title="Modèles" models={models} api={api} onChanged={onChanged} />
        <Search />
      </ToastProvider>
    </MemoryRouter>,
  );
  expect(await screen.findByRole('dialog', { name: 'Modifier le modèle' })).toBeVisible();
  expect(api.load.mock.calls).toEqual([['nina']]);
  expect(screen.getByTestId('search')).toHaveTextContent('?tri=name');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Photos' })).toHaveFocus());
});
const Search = () => <output data-testid="search">{useLocation().search}</output>;
