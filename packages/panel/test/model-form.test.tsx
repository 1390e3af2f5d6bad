import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { wholeNumber } from 'contracts/fields';
import type { ContentItem } from 'contracts/media-items';
import { MODEL_FIELD_NAMES, MODEL_FIELDS, MODEL_SECTIONS } from 'contracts/model-fields';
import { ToastProvider } from 'ui/toast';
import { ApiError } from 'web-kit/api';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter } from 'web-kit/router';
import { adminSession } from 'web-kit/session';
import { modelOf } from 'web-kit/testing/model';
import { ModelForm } from '../src/model-form/index.tsx';
import type { ModelsApi } from '../src/models/index.tsx';
// The viewer is a lazy chunk: imported here, it is compiled before a test waits for it.
import '../src/media-list/media-viewer.tsx';
import { expectToast } from './toasts.ts';

const pathOf = (figure: string) => `/uploads/public/${figure.repeat(8)}-5a0e-4c57-9a39-3f0c2f7b9a11/1280.webp`;
const photo: ContentItem = {
  id: 'p',
  originalName: 'loge.jpg',
  filename: 'photo.webp',
  filePath: '/m/photo.webp',
  image: '/m/photo-thumb.webp',
  likes: null,
  isLocked: true,
  isViewable: true,
  state: 'ready',
};
const nina = modelOf({ id: 'id-nina', edit_revision: 3, photo_items: JSON.stringify([photo]) });
const { fetch, XMLHttpRequest } = globalThis;
afterEach(() => void Object.assign(globalThis, { fetch, XMLHttpRequest }));
const update = jest.fn<ModelsApi['update']>();
const load = jest.fn<ModelsApi['load']>();
const show = (withRedirection: boolean, model = nina) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ToastProvider>
          <ModelForm
            model={model}
            api={{
              session: adminSession,
              draftsOf: 'main_admin_token',
              withRedirection,
              previewOf: (slug: string) => slug,
              wall: null,
              load,
              create: jest.fn<ModelsApi['create']>(),
              update,
              remove: jest.fn<ModelsApi['remove']>(),
              resetOverride: jest.fn<ModelsApi['resetOverride']>(),
            }}
            onClose={() => undefined}
            onSaved={() => undefined}
          />
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
/** Calls the sections' IntersectionObserver. */
let report: (entries: { isIntersecting: boolean; target: Element | null }[]) => void;
const textOf = (id: string) => document.getElementById(id)?.textContent;
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  update.mockReset().mockResolvedValue(nina);
  Object.assign(globalThis, {
    IntersectionObserver: class {
      constructor(callback: typeof report) {
        report = callback;
      }
      observe() {}
      disconnect() {}
    },
  });
});

/** Fields that the form renders as a separate input. */
const INPUTS = MODEL_FIELD_NAMES.filter((name) => {
  const input = MODEL_FIELDS[name].form?.input;
  return input !== undefined && input !== 'picture' && input !== 'mediaList';
});
const labelOf = (name: (typeof INPUTS)[number]) => MODEL_FIELDS[name].form?.label ?? '';

describe('ModelForm', () => {
  test('draws an input for each row of the table, in its order', () => {
    show(true);
    const inputs = INPUTS.map((name) => document.querySelector(`[name="${name}"]`));
    inputs.forEach((input, index) => {
      const name = INPUTS[index] as (typeof INPUTS)[number];
      expect([name, screen.getAllByLabelText(labelOf(name)).some((labelled) => labelled === input)]).toEqual([
        name,
        true,
      ]);
    });
    const drawn = [...document.querySelectorAll('form [name]')].filter((input) => inputs.includes(input));
    expect(drawn.map((input) => input.getAttribute('name'))).toEqual(INPUTS);
  });

  test('shows the sections in their order, the redirection to the administrator alone', () => {
    show(false);
    const ids = [...document.querySelectorAll('form section[id], form fieldset[id]')].map(({ id }) => id);
    // contracts/test/model-fields.test.ts compares the order of MODEL_SECTIONS with the specification's.
    expect(ids).toEqual(MODEL_SECTIONS.filter((section) => section !== 'redirection').map((id) => `model-${id}`));
  });

  test('sends a text typed into any row’s input under that row’s name', async () => {
    show(true);
    await userEvent.type(screen.getByLabelText('Titre personnalisé'), 'Ce soir');
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(update.mock.calls[0]?.[1]).toMatchObject({ custom_title: 'Ce soir', age: '27', is_verified: false });
  });

  test('leaves the redirection out of what an affiliate sends', async () => {
    show(false);
    await userEvent.type(screen.getByLabelText('Bio'), ' Et de jour.');
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(JSON.parse(JSON.stringify(update.mock.calls[0]?.[1]))).not.toHaveProperty('adexico_source_id');
  });

  test('describes each field by the one sentence of its row', () => {
    show(true);
    for (const name of INPUTS)
      expect([
        name,
        document.querySelector(`[name="${name}"]`)?.getAttribute('aria-describedby')?.split(' ').map(textOf),
      ]).toEqual([name, [MODEL_FIELDS[name].form?.hint]]);
    for (const [label, name] of [
      ['Avatar', 'avatar_image'],
      ['Couverture', 'cover_image'],
    ] as const)
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(MODEL_FIELDS[name].form.hint);
    for (const name of ['photo_items', 'video_items', 'live_replays'] as const)
      expect(screen.getByRole('region', { name: MODEL_FIELDS[name].form.label })).toHaveAccessibleDescription(
        MODEL_FIELDS[name].form.hint,
      );
  });

  test('links to the sections lead to their headings, and the one in sight is marked', async () => {
    show(true);
    const rail = within(screen.getByRole('navigation', { name: 'Sections du formulaire' }));
    expect(rail.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      MODEL_SECTIONS.map((section) => `#model-${section}`),
    );
    const marked = () => rail.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
    act(() => report([{ isIntersecting: true, target: document.getElementById('model-bio') }]));
    expect(marked()).toEqual([rail.getByRole('link', { name: 'Présentation' })]);
    await userEvent.click(rail.getByRole('link', { name: 'Telegram' }));
    expect(screen.getByRole('heading', { name: 'Telegram' })).toHaveFocus();
    expect(marked()).toEqual([rail.getByRole('link', { name: 'Telegram' })]);
    expect(location.hash).toBe('');
  });

  test('counts the errors of a section and brings the first invalid field to the middle', async () => {
    show(true);
    await userEvent.type(screen.getByLabelText('Likes'), 'abc');
    await userEvent.type(screen.getByLabelText('Abonnés'), 'abc');
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    expect(await screen.findByRole('link', { name: 'Profil , 2\u00a0erreurs à corriger' })).toBeInTheDocument();
    expect(scrolled.mock.contexts).toEqual([screen.getByLabelText('Likes')]);
    expect(scrolled).toHaveBeenCalledWith({ block: 'center' });
    expect(update).not.toHaveBeenCalled();
  });

  test.each(['public', 'private'])('shows the poster of a cover video below /uploads/%s', (folder) => {
    const asset = `/uploads/${folder}/0b6f0d3a-5a0e-4c57-9a39-3f0c2f7b9a11`;
    show(true, { ...nina, cover_image: '/uploads/public/x/1280.webp', cover_video: `${asset}/720.mp4?v=2` });
    const field = screen.getByLabelText('Couverture').closest('div')?.parentElement;
    expect(field?.querySelector('img')?.getAttribute('src')).toBe(`${asset}/poster-320.webp`);
    expect(field).toHaveTextContent('Vidéo');
  });

  test('keeps what was typed into a number field that is rejected, with its sentence', async () => {
    show(true);
    const likes = screen.getByLabelText('Likes');
    await userEvent.clear(likes);
    await userEvent.type(likes, '12abc');
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await waitFor(() => expect(likes).toHaveAccessibleDescription(expect.stringContaining('Nombre invalide')));
    expect(likes).toHaveValue('12abc');
    expect(likes).toHaveAttribute('inputmode', 'numeric');
    expect(update).not.toHaveBeenCalled();
  });

  test('sends a number typed with a space in its thousands', async () => {
    show(true);
    await userEvent.clear(screen.getByLabelText('Likes'));
    await userEvent.type(screen.getByLabelText('Likes'), '1 200');
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(wholeNumber({ empty: 0 }).parse(update.mock.calls[0]?.[1].likes_count)).toBe(1200);
  });

  test('shows what a save has stored, and keeps what was typed during it', async () => {
    const response = Promise.withResolvers<typeof nina>();
    update.mockReturnValueOnce(response.promise);
    show(true);
    await userEvent.clear(screen.getByLabelText('Likes'));
    await userEvent.type(screen.getByLabelText('Likes'), '2 345');
    await userEvent.type(screen.getByLabelText('Nom'), ' ');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer et continuer' }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    await userEvent.type(screen.getByLabelText('Titre personnalisé'), 'Ce soir');
    // A second save would conflict with the first one.
    await userEvent.keyboard('{Control>}s{/Control}');
    await act(async () => response.resolve({ ...nina, custom_title: '', likes_count: 2345, edit_revision: 4 }));
    expect(screen.getByLabelText('Likes')).toHaveValue('2345');
    expect(screen.getByLabelText('Nom')).toHaveValue(nina.name);
    expect(screen.getByLabelText('Titre personnalisé')).toHaveValue('Ce soir');
    expect(screen.getByText('Modifications non enregistrées')).toBeVisible();
    expect(update).toHaveBeenCalledTimes(1);
    update.mockResolvedValueOnce({ ...nina, custom_title: 'Ce soir', likes_count: 2345, edit_revision: 5 });
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer et continuer' }));
    await waitFor(() => expect(screen.queryByText('Modifications non enregistrées')).toBeNull());
    expect(update.mock.calls[1]).toEqual(['id-nina', expect.objectContaining({ custom_title: 'Ce soir' }), 4]);
  });

  test('marks the slug that is taken, and gives it the focus', async () => {
    update.mockRejectedValue(new ApiError({ status: 409, code: 'SLUG_TAKEN', message: 'Ce slug est déjà utilisé' }));
    show(true);
    const slug = screen.getByLabelText('Slug');
    await userEvent.type(slug, 'b');
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await expectToast('Erreur', 'Ce slug est déjà utilisé');
    expect(slug).toBeInvalid();
    expect(slug).toHaveAccessibleDescription(expect.stringContaining('Ce slug est déjà utilisé'));
    expect(slug).toHaveFocus();
    await userEvent.type(slug, 'c');
    await waitFor(() => expect(slug).toBeValid());
  });

  test('is not saved with likes that are no number, although their field is not drawn any more', async () => {
    show(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'Likes de Photo 1' }), '12abc');
    const photos = within(screen.getByRole('region', { name: 'Photos' }));
    await userEvent.type(photos.getByRole('searchbox'), 'zzz');
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await expectToast('Erreur de validation', 'Likes de Photo 1\u00a0: nombre invalide');
    expect(screen.getByRole('button', { name: 'Corriger les likes de Photo 1' })).toHaveFocus();
    expect(screen.getByText('Modifications non enregistrées')).toBeVisible();
    expect(update).not.toHaveBeenCalled();
  });

  test('shows over the viewer that its photo could not be made the cover', async () => {
    const body = '{"error":"Fichier illisible.","code":"INVALID_FILE_TYPE"}';
    Object.assign(globalThis, {
      fetch: async () => ({ ok: true, blob: async () => new Blob(['1'], { type: 'image/webp' }) }),
      XMLHttpRequest: class {
        upload = {};
        status = 415;
        responseText = body;
        onload?: () => void;
        open() {}
        setRequestHeader() {}
        getResponseHeader() {
          return null;
        }
        send() {
          this.onload?.();
        }
      },
    });
    show(true);
    await userEvent.click(screen.getByRole('button', { name: /^Ouvrir Photo 1/ }));
    const viewer = within(await screen.findByRole('dialog', { name: 'Photos' }));
    await userEvent.click(viewer.getByRole('button', { name: 'Définir comme couverture' }));
    await expectToast('Erreur', 'Fichier illisible.');
  });

  test('takes the hours of the live by the device’s own input', () => {
    show(true, { ...nina, live_schedule_start: '21:30' });
    expect(screen.getByLabelText('Début du live')).toHaveAttribute('type', 'time');
    expect(screen.getByLabelText('Début du live')).toHaveValue('21:30');
    expect(screen.getByLabelText('Fin du live')).toHaveAttribute('type', 'time');
  });

  test('accepts a pasted hour, and leaves the present one where the text is none', async () => {
    show(true, { ...nina, live_schedule_start: '21:30' });
    const start = screen.getByLabelText('Début du live');
    await userEvent.click(start);
    await userEvent.paste('demain');
    expect(start).toHaveValue('21:30');
    await userEvent.paste('20h');
    expect(start).toHaveValue('20:00');
    expect(screen.getByText('Modifications non enregistrées')).toBeVisible();
  });

  test('locks the form of an archived model until it is restored', async () => {
    const archived = { ...nina, state: 'archived' as const };
    update.mockResolvedValue({ ...nina, state: 'draft' });
    load.mockResolvedValue({ ...nina, state: 'draft', bio: 'D’un autre, entre-temps', edit_revision: 5 });
    show(true, archived);
    expect(screen.getByText(/^Ce modèle est archivé/)).toBeVisible();
    expect(screen.getByLabelText('Bio')).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Mettre à jour' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Enregistrer et continuer' })).toBeNull();
    await userEvent.keyboard('{Control>}s{/Control}');
    expect(update).not.toHaveBeenCalled();

    await userEvent.click(screen.getByRole('button', { name: 'Restaurer' }));
    await waitFor(() => expect(screen.getByLabelText('Bio')).toBeEnabled());
    expect(screen.getByLabelText('Nom')).toHaveFocus();
    await expectToast('Modèle mis à jour', nina.name);
    expect(screen.getByRole('link', { name: 'Prévisualiser, nouvel onglet' })).toBeVisible();
    expect(update.mock.calls).toEqual([['id-nina', { state: 'draft' }]]);
    expect(screen.getByLabelText('Bio')).toHaveValue('D’un autre, entre-temps');
    expect(screen.queryByText(/^Ce modèle est archivé/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect(update.mock.calls[1]?.[2]).toBe(5);
  });

  test('leaves an archived model locked where the server rejects its return', async () => {
    update.mockRejectedValue(new Error('unreachable'));
    show(true, { ...nina, state: 'archived' });
    await userEvent.click(screen.getByRole('button', { name: 'Restaurer et publier' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Restaurer et publier' })).not.toHaveAttribute('aria-busy'),
    );
    expect(update.mock.calls).toEqual([['id-nina', { state: 'published' }]]);
    expect(screen.getByLabelText('Bio')).toBeDisabled();
  });

  test('takes a file, or a copy of one of the photos, as share image and shows it', async () => {
    show(true);
    const group = within(screen.getByRole('group', { name: 'Choisir l’image du partage' }));
    const field = screen.getByLabelText('Image de partage');
    const preview = () => document.querySelector('figure img')?.getAttribute('src');
    const sent: FormData[] = [];
    class Request {
      upload = {};
      status = 200;
      responseText = '';
      onload?: () => void;
      onloadend?: () => void;
      open() {}
      setRequestHeader() {}
      abort() {}
      send(form: FormData) {
        this.responseText = JSON.stringify({ filePath: pathOf(String(sent.push(form))) });
        this.onload?.();
        this.onloadend?.();
      }
    }
    Object.assign(globalThis, { XMLHttpRequest: Request });
    await userEvent.upload(
      group.getByLabelText('Fichier pour le partage'),
      new File(['1'], 'a.png', { type: 'image/png' }),
    );
    await waitFor(() => expect(field).toHaveValue(pathOf('1')));
    expect(preview()).toBe(pathOf('1'));

    const load = jest.fn((_address: string) =>
      Promise.resolve({ ok: true, blob: () => Promise.resolve(new Blob(['2'], { type: 'image/webp' })) }),
    );
    Object.assign(globalThis, { fetch: load });
    await userEvent.click(group.getByRole('button', { name: 'Choisir parmi les photos' }));
    expect(group.getByText('La copie sera visible par tous.')).toBeVisible();
    await userEvent.click(group.getByRole('button', { name: 'Photo 1, loge.jpg, Verrouillée' }));
    await waitFor(() => expect(field).toHaveValue(pathOf('2')));
    expect(load).toHaveBeenCalledWith('/m/photo.webp');
    expect([...(sent[1]?.values() ?? [])]).toEqual([expect.objectContaining({ name: 'photo.webp' })]);
    expect(preview()).toBe(pathOf('2'));
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await waitFor(() => expect(update.mock.calls[0]?.[1]).toMatchObject({ social_preview_image: pathOf('2') }));
  });
});
