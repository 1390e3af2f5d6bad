import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter } from 'web-kit/router';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';
import { PanelHeader } from '../src/header/index.tsx';
import { useFocusFallback } from '../src/focus-fallback/index.tsx';
import { ModelForm } from '../src/model-form/index.tsx';
import { useUnsavedGuard } from '../src/unsaved/index.tsx';
import { mockModelsApi } from './mock-models-api.ts';
import { ownerModelOf } from './owner-model.ts';
import { expectToast } from './toasts.ts';
import { sent, stubUploads } from './stub-uploads.ts';

const model = ownerModelOf({ id: 'id-lila', name: 'Lila', slug: 'lila' });
const api = mockModelsApi();

stubUploads();
beforeEach(() => {
  jest.resetAllMocks();
  stubIntersectionObserver();
});

const photos = () => within(screen.getByRole('region', { name: 'Photos' }));
const choose = (name: string) =>
  fireEvent.change(photos().getByLabelText('Ajouter des photos'), {
    target: { files: [new File(['x'], name, { type: 'image/jpeg' })] },
  });
const arrive = (index: number) =>
  act(async () => {
    const filename = `${crypto.randomUUID()}.webp`;
    Object.assign(sent[index] ?? {}, {
      status: 200,
      responseText: JSON.stringify({ filename, filePath: `/uploads/items/x/${filename}` }),
    });
    sent[index]?.onload?.();
  });

describe('the model form', () => {
  test('keeps the form while files of a saved model are under way, and adds them with the next save', async () => {
    const [onClose, onSaved] = [jest.fn(), jest.fn()];
    api.update
      .mockResolvedValueOnce({ ...model, name: 'Lila B', edit_revision: 2 })
      .mockResolvedValueOnce({ ...model, edit_revision: 3 });
    render(
      <MemoryRouter>
        <ToastProvider>
          <ModelForm model={model} api={api} onClose={onClose} onSaved={onSaved} />
        </ToastProvider>
      </MemoryRouter>,
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Nom' }), ' B');
    choose('a.jpg');
    await waitFor(() => expect(sent).toHaveLength(1));
    const update = screen.getByRole('button', { name: 'Mettre à jour' });
    await userEvent.click(update);
    await expectToast('Modèle mis à jour', 'Lila B');
    expect(onSaved).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByText('Modifications non enregistrées')).toBeNull();
    await arrive(0);
    expect(await screen.findByText('Modifications non enregistrées')).not.toBeNull();
    await userEvent.click(update);
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(api.update).toHaveBeenLastCalledWith(
      'id-lila',
      expect.objectContaining({ name: 'Lila B', photo_items: expect.stringContaining('.webp') }),
      2,
    );
  });

  test('keeps the form with a file that arrives during the save', async () => {
    const onClose = jest.fn();
    const response = Promise.withResolvers<typeof model>();
    api.update.mockReturnValueOnce(response.promise).mockResolvedValueOnce({ ...model, edit_revision: 3 });
    render(
      <MemoryRouter>
        <ToastProvider>
          <ModelForm model={model} api={api} onClose={onClose} onSaved={() => undefined} />
        </ToastProvider>
      </MemoryRouter>,
    );
    choose('a.jpg');
    await waitFor(() => expect(sent).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await arrive(0);
    await act(async () => response.resolve({ ...model, edit_revision: 2 }));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByText('Modifications non enregistrées')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(api.update).toHaveBeenLastCalledWith(
      'id-lila',
      expect.objectContaining({ photo_items: expect.stringContaining('.webp') }),
      2,
    );
  });

  test('leaves the focus where a file was chosen, while it is sent and once it has arrived', async () => {
    render(
      <MemoryRouter>
        <ToastProvider>
          <ModelForm model={model} api={api} onClose={() => undefined} onSaved={() => undefined} />
        </ToastProvider>
      </MemoryRouter>,
    );
    const button = photos().getByRole('button', { name: 'Choisir des fichiers' });
    act(() => button.focus());
    choose('a.jpg');
    expect(button).toHaveTextContent('Upload en cours...');
    expect(button).toHaveFocus();
    await waitFor(() => expect(sent).toHaveLength(1));
    await arrive(0);
    expect(document.activeElement).toBe(button);
  });

  function Area() {
    const area = useRef<HTMLDivElement>(null);
    const [isThere, setThere] = useState(true);
    useFocusFallback(area, 'article', ['button']);
    return (
      <>
        <div ref={area}>
          <article>
            {isThere && <button onClick={() => setThere(false)}>Retirer</button>}
            <button>Éditer</button>
          </article>
        </div>
        <button onClick={() => setThere(false)}>Ailleurs</button>
      </>
    );
  }

  test('keeps the focus in the card whose pressed button disappears, unless the user has left it', async () => {
    const first = render(<Area />);
    await userEvent.click(screen.getByRole('button', { name: 'Retirer' }));
    expect(document.activeElement?.textContent).toBe('Éditer');
    first.unmount();
    render(<Area />);
    // jsdom reports a window without focus otherwise.
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    act(() => screen.getByRole('button', { name: 'Retirer' }).focus());
    act(() => screen.getByRole('button', { name: 'Retirer' }).blur());
    await act(async () => undefined);
    act(() => screen.getByRole('button', { name: 'Ailleurs' }).click());
    expect(document.activeElement).toBe(document.body);
  });

  function Typing({ confirmExit, onLogOut }: { confirmExit: (leave: () => void) => void; onLogOut: () => void }) {
    useUnsavedGuard(true, confirmExit);
    return <PanelHeader onLogOut={onLogOut} />;
  }

  test('lets a link lead to a part of the page without confirmation', async () => {
    const confirmExit = jest.fn();
    const Form = () => {
      useUnsavedGuard(true, confirmExit);
      return <a href="#pictures">Images</a>;
    };
    render(
      <MemoryRouter>
        <Form />
      </MemoryRouter>,
    );
    await userEvent.click(screen.getByRole('link', { name: 'Images' }));
    expect(confirmExit).not.toHaveBeenCalled();
  });

  test('confirms a logout with unsaved changes', async () => {
    const confirmExit = jest.fn<(leave: () => void) => void>();
    const onLogOut = jest.fn();
    render(
      <MemoryRouter>
        <Typing confirmExit={confirmExit} onLogOut={onLogOut} />
      </MemoryRouter>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Déconnexion' }));
    expect(onLogOut).not.toHaveBeenCalled();
    confirmExit.mock.calls[0]?.[0]();
    expect(onLogOut).toHaveBeenCalledTimes(1);
  });
});
