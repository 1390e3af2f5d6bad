import { beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MODEL_DEFAULTS } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';
import { ToastProvider } from 'ui/toast';
import { ApiError } from 'web-kit/api';
import { MemoryRouter } from 'web-kit/router';
import { adminSession } from 'web-kit/session';
import { ModelForm } from '../src/model-form/index.tsx';
import type { ModelsApi } from '../src/model-list/index.tsx';
import { expectToast } from './toasts.ts';

/** As the server has made it, with what an affiliate gives to its models. */
const created: ModelView = {
  ...MODEL_DEFAULTS,
  id: 'id-lila',
  name: 'Lila',
  slug: 'lila',
  telegram_link: 'https://t.me/studio',
  is_live: false,
  photo_items: '[]',
  video_items: '[]',
  live_replays: '[]',
  cover_poster: null,
  avatar_version: 1,
  cover_image_version: 1,
  cover_video_version: 1,
  avatar_placeholder: null,
  cover_placeholder: null,
  affiliate_slug: null,
  edit_revision: 1,
};
const api = {
  session: adminSession,
  withRedirection: true,
  load: jest.fn<ModelsApi['load']>(),
  create: jest.fn<ModelsApi['create']>(),
  update: jest.fn<ModelsApi['update']>(),
  remove: jest.fn<ModelsApi['remove']>(),
  resetOverride: jest.fn<ModelsApi['resetOverride']>(),
};
const onSaved = jest.fn();
const lost = new ApiError({ status: 0, code: 'NETWORK' });
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
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe() {}
      disconnect() {}
    },
  });
});

test('adopts what a first attempt created when its response was lost', async () => {
  api.create.mockRejectedValueOnce(lost).mockRejectedValueOnce(taken);
  api.load.mockResolvedValueOnce(created);
  await type();
  await press();
  await expectToast('Erreur', 'Erreur lors de la sauvegarde');
  await press();
  await expectToast('Modèle créé', 'Lila');
  expect(api.load).toHaveBeenCalledWith('lila');
  expect(onSaved).toHaveBeenCalledWith(created);
  expect(api.update).not.toHaveBeenCalled();
});

test('saves later input into what the first attempt created', async () => {
  api.create.mockRejectedValueOnce(lost).mockRejectedValueOnce(taken);
  api.load.mockResolvedValueOnce(created);
  api.update.mockResolvedValueOnce({ ...created, bio: 'Après' });
  await type();
  await press();
  await expectToast('Erreur', 'Erreur lors de la sauvegarde');
  await userEvent.type(screen.getByRole('textbox', { name: 'Bio' }), 'Après');
  await press();
  await expectToast('Modèle créé', 'Lila');
  expect(api.update).toHaveBeenCalledWith('id-lila', expect.objectContaining({ slug: 'lila', bio: 'Après' }), 1);
});

test.each<[string, Partial<ModelView>]>([
  ['has another bio', { bio: 'Une autre' }],
  ['was changed since', { edit_revision: 2 }],
  ['is not ours to edit', { edit_revision: undefined }],
])(
  'When the model under the slug %s, then it is not taken for ours: "Ce slug est déjà utilisé"',
  async (_what, other) => {
    api.create.mockRejectedValueOnce(lost).mockRejectedValueOnce(taken);
    api.load.mockResolvedValueOnce({ ...created, ...other });
    await type();
    await press();
    await expectToast('Erreur', 'Erreur lors de la sauvegarde');
    await press();
    await expectToast('Erreur', 'Ce slug est déjà utilisé');
    expect(onSaved).not.toHaveBeenCalled();
  },
);

test('reports a taken slug at the first attempt without a lookup', async () => {
  api.create.mockRejectedValueOnce(taken);
  await type();
  await press();
  await expectToast('Erreur', 'Ce slug est déjà utilisé');
  await waitFor(() => expect(api.create).toHaveBeenCalledTimes(1));
  expect(api.load).not.toHaveBeenCalled();
});
