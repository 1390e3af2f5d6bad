import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContentItem } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import { ToastProvider } from 'ui/toast';
import { ApiError } from 'web-kit/api';
import { apiErrorOf } from 'web-kit/api-error';
import { MemoryRouter } from 'web-kit/router';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';
import { LoginForm } from '../src/login/index.tsx';
// The form is a lazy chunk: imported here, it is compiled before a test waits for it.
import '../src/model-form/index.tsx';
import { ModelList } from '../src/model-list/index.tsx';
import { mockModelsApi } from './mock-models-api.ts';
import { ownerModelOf } from './owner-model.ts';
import { expectToast } from './toasts.ts';

/** Failures of a call, each with a specified text (docs/domain.md#errors). */
const REJECTED = apiErrorOf(400, '{"error":"Refusé par le serveur."}');
const REJECTED_WITHOUT_TEXT = apiErrorOf(400, '<h1>Bad Request</h1>');
const BROKEN = apiErrorOf(502, '<h1>Bad Gateway</h1>');
const NO_RESPONSE = new ApiError({ status: 0, code: 'NETWORK' });

const photo: ContentItem = {
  id: 'p',
  filename: '0b6f0d3a-5a0e-4c57-9a39-3f0c2f7b9a11.webp',
  filePath: '',
  image: '',
  likes: 4,
  isLocked: true,
  isViewable: true,
  state: 'ready',
};
const nina = ownerModelOf(
  { id: 'id-nina', name: 'Nina', slug: 'nina' },
  { is_live: true, manual_live_override: true, photo_items: JSON.stringify([photo]), edit_revision: 3 },
);
const api = mockModelsApi();
const onChanged = jest.fn(async () => undefined);
const open = (models: readonly ModelView[] = [nina]) =>
  render(
    <MemoryRouter>
      <ToastProvider>
        <ModelList title="Modèles" models={models} api={api} onChanged={onChanged} />
      </ToastProvider>
    </MemoryRouter>,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const edit = async () => {
  api.load.mockResolvedValue(nina);
  open();
  await press('Éditer Nina');
  return screen.findByRole('dialog', { name: 'Modifier le modèle' });
};

beforeEach(() => {
  jest.resetAllMocks();
  stubIntersectionObserver();
});

describe('the panel', () => {
  test('shows "Aucun modèle créé pour le moment." without a model', () => {
    open([]);
    expect(screen.getByText('Aucun modèle créé pour le moment.')).toBeVisible();
  });

  test('deletes a model only after a confirmation that names it', async () => {
    api.remove.mockResolvedValue({ ok: true });
    open();
    await press('Supprimer Nina');
    const question = screen.getByRole('alertdialog', { name: 'Êtes-vous sûr de vouloir supprimer ce modèle ?' });
    expect(within(question).getByText('Nina (@nina)')).toBeVisible();
    await press('Annuler');
    expect(api.remove).not.toHaveBeenCalled();
    await press('Supprimer Nina');
    await press('Supprimer');
    await expectToast('Modèle supprimé', 'Nina');
    expect(onChanged).toHaveBeenCalled();
  });

  test.each([
    [REJECTED, 'Refusé par le serveur.'],
    [REJECTED_WITHOUT_TEXT, 'Impossible de supprimer le modèle'],
    [BROKEN, 'Impossible de supprimer le modèle'],
    [NO_RESPONSE, 'Erreur lors de la suppression'],
  ])('reports a deletion that fails with %s as "%s"', async (failure, text) => {
    api.update.mockRejectedValueOnce(failure);
    api.remove.mockRejectedValue(failure);
    open();
    await press('Supprimer Nina');
    await press('Supprimer');
    await expectToast('Erreur', text);
    // A model that was archived but cannot be deleted: the failure is reported when the toast closes.
    await press('Supprimer');
    await expectToast('Modèle supprimé', 'Nina');
    await press('Fermer');
    await expectToast('Erreur', text);
  });

  test('reports "Override réinitialisé" after a reset; "Impossible de réinitialiser l\'override manuel." when it fails', async () => {
    api.resetOverride.mockResolvedValueOnce(nina).mockRejectedValueOnce(BROKEN);
    open();
    await press('Rendre la main aux horaires de Nina');
    await expectToast('Override réinitialisé', 'Nina');
    await press('Rendre la main aux horaires de Nina');
    await expectToast('Erreur', "Impossible de réinitialiser l'override manuel.");
  });

  test('shows the specified text when a switch of a card gets no response', async () => {
    api.update.mockRejectedValue(NO_RESPONSE);
    open();
    await userEvent.click(screen.getByRole('switch', { name: 'Vérifié\u00a0: Nina' }));
    await expectToast('Erreur', 'Erreur lors de la mise à jour');
  });

  test('reports "Erreur lors du chargement des données" for a model that cannot be opened', async () => {
    api.load.mockRejectedValue(BROKEN);
    open();
    await press('Éditer Nina');
    await expectToast('Erreur', 'Erreur lors du chargement des données');
  });

  test('places the slug of a new model before its files, requires name and slug, and creates it', async () => {
    api.create.mockResolvedValue(nina);
    open();
    await press('Nouveau modèle');
    const form = within(await screen.findByRole('dialog', { name: 'Nouveau modèle' }));
    // Avatar, cover, share image and the three lists.
    expect(await form.findAllByText("Veuillez d'abord saisir le slug du modèle")).toHaveLength(6);
    for (const button of [
      ...form.getAllByRole('button', { name: 'Changer' }),
      ...form.getAllByRole('button', { name: 'Choisir des fichiers' }),
    ])
      expect(button).toBeDisabled();
    await press('Créer');
    await expectToast('Erreur de validation', 'Le nom est requis');
    const [name, slug] = [form.getByRole('textbox', { name: 'Nom' }), form.getByRole('textbox', { name: 'Slug' })];
    expect([name, slug].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
    expect(form.getByText('Le slug est requis')).toBeVisible();
    await userEvent.type(name, 'Nina');
    expect(form.queryByText("Veuillez d'abord saisir le slug du modèle")).toBeNull();
    await press('Créer');
    await expectToast('Modèle créé', 'Nina');
    expect(api.create).toHaveBeenCalledWith(
      expect.objectContaining({
        name: 'Nina',
        slug: 'nina',
        age: '18',
        adexico_source_id: 'BA',
        live_schedule_start: '21:00',
        live_schedule_end: '01:00',
        photo_items: '[]',
      }),
      expect.stringMatching(/^[\w-]{36}$/),
    );
  });

  test('accepts an empty slug of an edited model, and updates it', async () => {
    api.update.mockResolvedValue(nina);
    const form = within(await edit());
    expect(form.getByRole('button', { name: 'Annuler' })).toBeVisible();
    await userEvent.clear(form.getByRole('textbox', { name: 'Slug' }));
    await press('Mettre à jour');
    await expectToast('Modèle mis à jour', 'Nina');
    expect(api.update).toHaveBeenCalledWith('id-nina', expect.objectContaining({ slug: '' }), 3);
  });

  test.each([
    [REJECTED, 'Refusé par le serveur.'],
    [REJECTED_WITHOUT_TEXT, 'Une erreur est survenue'],
    [BROKEN, 'Erreur lors de la sauvegarde'],
    [NO_RESPONSE, 'Erreur lors de la sauvegarde'],
  ])('reports a save that fails with %s as "%s"', async (failure, text) => {
    api.update.mockRejectedValue(failure);
    const form = await edit();
    await press('Mettre à jour');
    await expectToast('Erreur', text);
    expect(form).toBeVisible();
  });

  test('shows "Email invalide" at the field and as a toast for a malformed sender address', async () => {
    const form = within(await edit());
    await userEvent.type(form.getByRole('textbox', { name: 'E-mail d’expéditeur' }), 'pas une adresse');
    await press('Mettre à jour');
    await expectToast('Erreur de validation', 'Email invalide');
    expect(form.getByRole('textbox', { name: 'E-mail d’expéditeur' })).toHaveAccessibleDescription(/^Email invalide /);
    expect(api.update).not.toHaveBeenCalled();
  });

  test('saves emptied likes as none; reports "Aucun fichier sélectionné" without a chosen file', async () => {
    api.update.mockResolvedValue(nina);
    const form = within(await edit());
    await userEvent.clear(await form.findByRole('textbox', { name: 'Likes de Photo 1' }));
    fireEvent.change(form.getByLabelText('Ajouter des photos'), { target: { files: [] } });
    await expectToast('Erreur', 'Aucun fichier sélectionné');
    await press('Mettre à jour');
    await waitFor(() =>
      expect(JSON.parse(api.update.mock.calls[0]?.[1].photo_items ?? '')).toEqual([
        { id: 'p', filename: photo.filename, likes: null, isLocked: true },
      ]),
    );
  });

  test('reports "Erreur lors de la suppression du fichier" and leaves a file that cannot be deleted in the list', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    localStorage.setItem('mediaList', '1');
    const form = within(await edit());
    await userEvent.click(await form.findByRole('button', { name: 'Supprimer Photo 1' }));
    await press('Supprimer');
    const deleted = (await form.findByText(/^1\sfichier supprimé$/)).closest('li');
    expect(form.queryByRole('button', { name: 'Supprimer Photo 1' })).toBeNull();
    await userEvent.click(within(deleted!).getByRole('button', { name: 'Fermer' }));
    await expectToast('Erreur', 'Erreur lors de la suppression du fichier');
    expect(form.getByRole('button', { name: 'Supprimer Photo 1' })).toBeVisible();
  });

  test.each([
    [apiErrorOf(401, '{"error":"Mot de passe incorrect","code":"WRONG_PASSWORD"}'), 'Mot de passe incorrect'],
    [
      apiErrorOf(429, '{"error":"Trop de tentatives. Réessayez dans quelques minutes.","code":"TOO_MANY_ATTEMPTS"}'),
      'Trop de tentatives. Réessayez dans quelques minutes.',
    ],
    [apiErrorOf(401, ''), 'Mot de passe incorrect'],
    [apiErrorOf(200, '<html>'), 'Erreur de connexion'],
    [apiErrorOf(429, '<html>'), 'Erreur de connexion'],
    [BROKEN, 'Erreur de connexion'],
    [NO_RESPONSE, 'Erreur de connexion'],
  ])('shows "%s" failures of the login form at the field and as a toast: "%s"', async (failure, text) => {
    render(
      <MemoryRouter>
        <ToastProvider>
          <LoginForm
            title="Administration Affilié"
            subtitle="Studio Nord"
            backHome
            calls={{ verify: () => Promise.reject(failure), verifySecondFactor: () => Promise.reject(failure) }}
            onOpen={() => undefined}
          />
        </ToastProvider>
      </MemoryRouter>,
    );
    expect(screen.getByRole('heading', { name: 'Administration Affilié' })).toBeVisible();
    expect(screen.getByText('Studio Nord')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toHaveAttribute('href', '/');
    await userEvent.type(screen.getByLabelText('Mot de passe'), 'pas-le-bon');
    await press('Se connecter');
    await expectToast('Erreur', text);
    expect(screen.getByLabelText('Mot de passe')).toHaveAccessibleDescription(text);
  });
});
