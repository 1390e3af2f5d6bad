import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContentItem } from 'contracts/media-items';
import { ToastProvider } from 'ui/toast';
import { ApiError } from 'web-kit/api';
import { MemoryRouter } from 'web-kit/router';
import { adminSession } from 'web-kit/session';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';
import { modelOf } from 'web-kit/testing/model';
import { ModelForm } from '../src/model-form/index.tsx';
import type { ModelsApi } from '../src/models/index.tsx';

const photoOf = (id: string): ContentItem => ({
  id,
  filename: `0b6f0d3a-5a0e-4c57-9a39-3f0c2f7b9a${id}.webp`,
  filePath: `/m/${id}.webp?signature=s`,
  image: `/m/${id}-thumb.webp?signature=s`,
  likes: null,
  isLocked: true,
  isViewable: true,
  state: 'ready',
});
const nina = modelOf({
  id: 'id-nina',
  edit_revision: 3,
  custom_title: '',
  photo_items: JSON.stringify([photoOf('11'), photoOf('22'), photoOf('33')]),
});
const KEY = 'modelDraft:main_admin_token:id-nina';
const update = jest.fn<ModelsApi['update']>();
const onClose = jest.fn();
const show = (draftsOf = 'main_admin_token') =>
  render(
    <MemoryRouter>
      <ToastProvider>
        <ModelForm
          model={nina}
          api={{
            session: adminSession,
            draftsOf,
            withRedirection: true,
            previewOf: (slug: string) => slug,
            wall: null,
            load: jest.fn<ModelsApi['load']>(),
            create: jest.fn<ModelsApi['create']>(),
            update,
            remove: jest.fn<ModelsApi['remove']>(),
            resetOverride: jest.fn<ModelsApi['resetOverride']>(),
          }}
          onClose={onClose}
          onSaved={() => undefined}
        />
      </ToastProvider>
    </MemoryRouter>,
  );
const store = (values: object, edition?: number) =>
  localStorage.setItem(KEY, JSON.stringify({ at: Date.now(), edition, values, lists: {} }));
const title = () => screen.getByLabelText('Titre personnalisé');

beforeEach(() => {
  localStorage.clear();
  onClose.mockReset();
  update.mockReset().mockResolvedValue(nina);
  stubIntersectionObserver();
});
afterEach(() => {
  cleanup();
  // Otherwise the form's guard would navigate back in the history of the next test.
  history.replaceState(null, '');
});

describe('draft of a model', () => {
  test('is written after a pause and offered to the same user alone', async () => {
    const first = show();
    await userEvent.type(title(), 'Ce soir');
    await waitFor(() => expect(localStorage.getItem(KEY)).toContain('Ce soir'), { timeout: 3_000 });
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({
      edition: 3,
      values: { custom_title: 'Ce soir' },
      lists: {},
    });
    first.unmount();
    show('affiliate_max_token').unmount();
    expect(screen.queryByText(/^Brouillon du/)).toBeNull();
    show();
    expect(screen.getByText(/^Brouillon du .* retrouvé$/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Restaurer' }));
    expect(title()).toHaveValue('Ce soir');
  });

  test('keeps the likes, locks and order of the media lists over a crash', async () => {
    const shown = show();
    const likes = () => screen.getAllByLabelText<HTMLInputElement>(/^Likes de/);
    await userEvent.type(likes()[1]!, '7');
    // The tab is killed: no pause in typing, no unmount.
    window.dispatchEvent(new Event('pagehide'));
    const draft = localStorage.getItem(KEY)!;
    expect(draft).not.toContain('signature');
    shown.unmount();
    localStorage.setItem(KEY, draft);

    show();
    expect(likes().map(({ value }) => value)).toEqual(['', '', '']);
    await userEvent.click(screen.getByRole('button', { name: 'Restaurer' }));
    expect(likes().map(({ value }) => value)).toEqual(['', '7', '']);
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(JSON.parse(update.mock.calls[0]?.[1].photo_items ?? '')).toMatchObject([
      { id: '11', likes: null, isLocked: true },
      { id: '22', likes: 7, isLocked: true },
      { id: '33', likes: null, isLocked: true },
    ]);
  });

  test.each([2, undefined])('saves a draft of edition %s as a change of that edition', async (edition) => {
    store({ custom_title: 'Ce soir' }, edition);
    update.mockRejectedValueOnce(new ApiError({ status: 409, code: 'EDIT_CONFLICT', message: 'Conflit' }));
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Restaurer' }));
    expect(screen.getByLabelText('Nom')).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    expect(await screen.findByRole('button', { name: 'Écraser l’autre version' })).toBeVisible();
    expect(update.mock.calls[0]?.[2]).toBe(edition ?? 0);
  });

  test('stays while neither restored nor ignored, whatever is typed and saved meanwhile', async () => {
    store({ bio: 'Perdue' }, 3);
    const stored = localStorage.getItem(KEY);
    show();
    await userEvent.type(title(), 'Ce soir');
    window.dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem(KEY)).toBe(stored);
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer et continuer' }));
    await screen.findByText('Modèle mis à jour');
    expect(localStorage.getItem(KEY)).toBe(stored);
    await userEvent.click(screen.getByRole('button', { name: 'Restaurer' }));
    expect(screen.getByLabelText('Bio')).toHaveValue('Perdue');
    window.dispatchEvent(new Event('pagehide'));
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({ edition: 3, values: { bio: 'Perdue' } });
  });

  test('holds what was typed during a save, as a change of the edition that was saved', async () => {
    const response = Promise.withResolvers<typeof nina>();
    update.mockReturnValueOnce(response.promise);
    show();
    await userEvent.type(title(), 'Ce');
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await userEvent.type(title(), ' soir');
    await act(async () => response.resolve({ ...nina, custom_title: 'Ce', edit_revision: 4 }));
    expect(onClose).not.toHaveBeenCalled();
    expect(title()).toHaveValue('Ce soir');
    expect(screen.getByText('Modifications non enregistrées')).toBeVisible();
    window.dispatchEvent(new Event('pagehide'));
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({
      edition: 4,
      values: { custom_title: 'Ce soir' },
    });
    update.mockResolvedValueOnce({ ...nina, custom_title: 'Ce soir', edit_revision: 5 });
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(update.mock.calls[1]).toEqual(['id-nina', expect.objectContaining({ custom_title: 'Ce soir' }), 4]);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test('is removed when it is ignored', async () => {
    store({ custom_title: 'Ce soir' });
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Ignorer' }));
    expect(screen.getByLabelText('Nom')).toHaveFocus();
    expect(localStorage.getItem(KEY)).toBeNull();
    expect(title()).toHaveValue('');
  });

  test('is not offered when it is no draft, or older than 30 days', () => {
    localStorage.setItem(KEY, 'nonsense');
    show().unmount();
    expect(localStorage.getItem(KEY)).toBeNull();
    localStorage.setItem(KEY, JSON.stringify({ at: Date.now() - 31 * 86_400_000, values: {}, lists: {} }));
    show();
    expect(screen.queryByText(/^Brouillon du/)).toBeNull();
  });

  test('goes with a save that leaves the form open', async () => {
    show();
    await userEvent.type(title(), 'Ce soir');
    await waitFor(() => expect(localStorage.getItem(KEY)).not.toBeNull(), { timeout: 3_000 });
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer et continuer' }));
    await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
    expect(screen.getByRole('button', { name: 'Enregistrer et continuer' })).toHaveFocus();
    expect(update).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
  });

  test('goes with a save over another edition, which leaves the form open where that was pressed', async () => {
    update.mockRejectedValueOnce(new ApiError({ status: 409, code: 'EDIT_CONFLICT', message: 'Conflit' }));
    update.mockResolvedValue({ ...nina, custom_title: 'Ce soir' });
    show();
    await userEvent.type(title(), 'Ce soir');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer et continuer' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Écraser l’autre version' }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    await screen.findByText('Modèle mis à jour');
    expect(onClose).not.toHaveBeenCalled();
    expect(title()).toHaveValue('Ce soir');
    expect(screen.getByRole('button', { name: 'Enregistrer et continuer' })).toHaveFocus();
  });

  test('goes with the logout', async () => {
    localStorage.setItem(KEY, '{}');
    localStorage.setItem('modelDraft:affiliate_max_token:id-nina', '{}');
    globalThis.fetch = jest.fn<typeof fetch>().mockRejectedValue(new TypeError('offline'));
    await adminSession.logOut();
    expect(localStorage.getItem(KEY)).toBeNull();
    expect(localStorage.getItem('modelDraft:affiliate_max_token:id-nina')).toBe('{}');
  });
});
