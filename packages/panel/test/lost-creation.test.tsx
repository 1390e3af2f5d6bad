import { beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastProvider } from 'ui/toast';
import { ApiError } from 'web-kit/api';
import { MemoryRouter } from 'web-kit/router';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';
import { ModelForm } from '../src/model-form/index.tsx';
import { mockModelsApi } from './mock-models-api.ts';
import { ownerModelOf } from './owner-model.ts';
import { expectToast } from './toasts.ts';

/** The created model in the server's response, with the values that an affiliate gives to its models. */
const created = ownerModelOf({ id: 'id-lila', name: 'Lila', slug: 'lila' }, { telegram_link: 'https://t.me/studio' });
const api = mockModelsApi();
const onSaved = jest.fn();
const lost = new ApiError({ status: 0, code: 'NETWORK' });
const reused = new ApiError({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
const taken = new ApiError({ status: 409, code: 'SLUG_TAKEN', message: 'Ce slug est déjà utilisé' });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Créer' }));
const type = async () => {
  render(
    <MemoryRouter>
      <ToastProvider>
        <ModelForm model={null} api={api} onClose={() => undefined} onSaved={onSaved} />
      </ToastProvider>
    </MemoryRouter>,
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Nom' }), 'Lila');
};
beforeEach(() => {
  jest.resetAllMocks();
  stubIntersectionObserver();
});

const keys = () => api.create.mock.calls.map(([, key]) => key);

test('the form of a new model sends the same key again after a lost response', async () => {
  api.create.mockRejectedValueOnce(lost).mockResolvedValueOnce(created);
  await type();
  await press();
  await expectToast('Erreur', 'Erreur lors de la sauvegarde');
  await press();
  await expectToast('Modèle créé', 'Lila');
  expect(onSaved).toHaveBeenCalledWith(created);
  expect(new Set(keys()).size).toBe(1);
  expect(api.update).not.toHaveBeenCalled();
});

test('the form of a new model saves later input into what the first attempt created', async () => {
  api.create.mockRejectedValueOnce(lost).mockRejectedValueOnce(reused).mockResolvedValueOnce(created);
  api.update.mockResolvedValueOnce({ ...created, bio: 'Après' });
  await type();
  await press();
  await expectToast('Erreur', 'Erreur lors de la sauvegarde');
  await userEvent.type(screen.getByRole('textbox', { name: 'Bio' }), 'Après');
  await press();
  await expectToast('Modèle créé', 'Lila');
  const bios = api.create.mock.calls.map(([{ bio }]) => bio);
  expect(bios).toEqual(['', 'Après', '']);
  expect(new Set(keys()).size).toBe(1);
  expect(api.update).toHaveBeenCalledWith('id-lila', expect.objectContaining({ slug: 'lila', bio: 'Après' }), 1);
});

test('the form of a new model finds which of two attempts without a response was executed', async () => {
  api.create
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(reused)
    .mockRejectedValueOnce(reused)
    .mockResolvedValueOnce(created);
  api.update.mockResolvedValueOnce(created);
  await type();
  for (const letter of ['a', 'b']) {
    await press();
    await expectToast('Erreur', 'Erreur lors de la sauvegarde');
    await userEvent.type(screen.getByRole('textbox', { name: 'Bio' }), letter);
  }
  await press();
  await expectToast('Modèle créé', 'Lila');
  expect(api.create.mock.calls.map(([{ bio }]) => bio)).toEqual(['', 'a', 'ab', '', 'a']);
});

test('the form of a new model reports a taken slug as another model’s', async () => {
  api.create.mockRejectedValueOnce(lost).mockRejectedValueOnce(taken);
  await type();
  await press();
  await expectToast('Erreur', 'Erreur lors de la sauvegarde');
  await press();
  await expectToast('Erreur', 'Ce slug est déjà utilisé');
  expect(onSaved).not.toHaveBeenCalled();
  expect(api.update).not.toHaveBeenCalled();
});
