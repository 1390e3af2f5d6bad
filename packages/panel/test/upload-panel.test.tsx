import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter } from 'web-kit/router';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';
import { ModelForm } from '../src/model-form/index.tsx';
import { mockModelsApi } from './mock-models-api.ts';
import { itemOf } from './open-media-list.tsx';
import { ownerModelOf } from './owner-model.ts';
import { sent, stubUploads } from './stub-uploads.ts';

const withPhotos = ownerModelOf(
  { id: 'id-lila', name: 'Lila', slug: 'lila' },
  { photo_items: JSON.stringify([itemOf(1), itemOf(2)]) },
);
const api = mockModelsApi();

stubUploads();
beforeEach(() => {
  stubIntersectionObserver();
  Element.prototype.scrollIntoView = jest.fn();
});

const open = (model = withPhotos) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ToastProvider>
          <ModelForm model={model} api={api} onClose={() => undefined} onSaved={() => undefined} />
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
const photos = () => within(screen.getByRole('region', { name: 'Photos' }));
const panel = () => within(photos().getByRole('group', { name: 'Envois\u00a0: Photos' }));
const choose = (...names: string[]) =>
  fireEvent.change(photos().getByLabelText('Ajouter des photos'), {
    target: {
      files: names.map(
        (name) => new File(['x'], name, { type: name.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg' }),
      ),
    },
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

test('a button beside the title of a list opens its chooser', async () => {
  open();
  const opened = jest.fn();
  photos().getByLabelText('Ajouter des photos').addEventListener('click', opened);
  await userEvent.click(photos().getByRole('button', { name: 'Ajouter des fichiers : Photos' }));
  expect(opened).toHaveBeenCalledTimes(1);
  // An empty list has its drop zone there.
  expect(screen.queryByRole('button', { name: 'Ajouter des fichiers : Vidéos' })).toBeNull();
});

test('the progress of the uploads shows above the photos and in their panel', async () => {
  open();
  expect(panel().getByRole('button', { name: 'Choisir des fichiers' })).toBeVisible();
  choose('a.jpg', 'b.jpg', 'c.pdf');
  await waitFor(() => expect(sent).toHaveLength(2));
  const line = photos().getByText('Envois : 0 sur 3, 1 échec');
  expect(panel().getByText('0 sur 3, 1 échec')).toBeVisible();
  expect(panel().getByText('c.pdf')).toBeVisible();
  expect(line.compareDocumentPosition(photos().getByRole('list', { name: 'Photos' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  await arrive(0);
  expect(panel().getByText('1 sur 3, 1 échec')).toBeVisible();
  await userEvent.click(photos().getByRole('button', { name: 'Voir les envois' }));
  expect(panel().getByRole('heading', { name: 'Envois' })).toHaveFocus();
  await userEvent.click(panel().getByRole('button', { name: 'Annuler l’envoi de b.jpg' }));
  expect(panel().getByText('1 sur 2, 1 échec')).toBeVisible();
  expect(photos().getByRole('status')).toHaveTextContent('1 fichier envoyé, 1 en erreur.');
  await userEvent.click(panel().getByRole('button', { name: 'Retirer c.pdf' }));
  expect(photos().queryByText(/^Envois :/)).toBeNull();
});

test('a cancelled upload announces no sent file', async () => {
  open();
  choose('a.jpg');
  await waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.click(panel().getByRole('button', { name: 'Annuler l’envoi de a.jpg' }));
  expect(photos().getByRole('status')).toHaveTextContent('');
  choose('b.jpg');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(panel().getByText('0 sur 1')).toBeVisible();
  await arrive(1);
  expect(photos().getByRole('status')).toHaveTextContent('1 fichier envoyé.');
});
