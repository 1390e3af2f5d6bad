import { describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  backend,
  dialog,
  filenameOf,
  itemOf,
  items,
  onPicture,
  press,
  show,
  SUMMER,
  typeTime,
} from './open-media-list.tsx';
import { expectToast } from './toasts.ts';

describe('viewer of the media list', () => {
  const viewer = () => screen.findByRole('dialog', { name: 'Photos' });
  test('changes lock, likes and publication, and stays at an item that leaves the filter', async () => {
    show([itemOf(1), itemOf(2, { isLocked: false })]);
    await press(/^Verrouillées/);
    await press(/^Ouvrir Photo 1/);
    await userEvent.click(within(await viewer()).getByRole('switch', { name: 'Verrouillée' }));
    await userEvent.type(within(await viewer()).getByRole('textbox', { name: 'Likes de Photo 1' }), '12{Enter}');
    expect(items[0]).toMatchObject({ isLocked: false, likes: 12 });
    expect(within(await viewer()).getByText('Visible par tous')).toBeVisible();
    await press('Programmer Photo 1', await viewer());
    await dialog();
    typeTime(SUMMER.local);
    await press('Programmer', await dialog());
    expect(items[0]?.publishAt).toBe(SUMMER.utc);
  });

  test('shows the file as it was sent: pixels, size and date', async () => {
    const facts = { filename: filenameOf(1), state: 'ready', bytes: 6_501_171, uploadedAt: '2026-11-18T21:30:00.000Z' };
    backend.uploads = {
      [`state/nina/${filenameOf(1)}`]: () => Response.json({ ...facts, originalWidth: 4096, originalHeight: 5120 }),
      // Uploaded before pixels were stored.
      [`state/nina/${filenameOf(2)}`]: () => Response.json(facts),
    };
    show([itemOf(1, { width: 1280, height: 1600 }), itemOf(2, { width: 1280, height: 720 })]);
    await press(/^Ouvrir Photo 1/);
    expect(
      await within(await viewer()).findByText(/^1 sur 2, 4.096.×.5.120, 6,2.Mo, ajoutée le 18 novembre 2026$/),
    ).toBeVisible();
    await press('Suivant', await viewer());
    expect(await within(await viewer()).findByText(/diffusée en 1.280.×.720, 6,2.Mo/)).toBeVisible();
  });

  test('reads the facts of a file again where they did not come', async () => {
    show();
    await press(/^Ouvrir Photo 1/);
    const retry = await within(await viewer()).findByRole('button', { name: 'Réessayer' });
    backend.uploads = { [`state/nina/${filenameOf(1)}`]: () => Response.json({ bytes: 1_048_576 }) };
    await userEvent.click(retry);
    expect(await within(await viewer()).findByText(/1(,0)?.Mo$/)).toBeVisible();
    expect(within(await viewer()).queryByText(/n’ont pas pu être chargés/)).toBeNull();
  });

  test('downloads the original from an address that is requested when it is wanted, and states why it cannot', async () => {
    const followed: string[] = [];
    const follow = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      followed.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`);
    });
    const path = `original/nina/${filenameOf(2)}`;
    backend.uploads = { [path]: () => Response.json({ filePath: '/uploads/originals/2?signature=s' }) };
    show();
    await press(/^Ouvrir Photo 2/);
    await press('Télécharger l’original', await viewer());
    await waitFor(() => expect(followed).toEqual(['/uploads/originals/2?signature=s true']));
    backend.uploads[path] = () =>
      Response.json({ error: 'Fichier non trouvé.', code: 'FILE_NOT_FOUND' }, { status: 404 });
    await press('Télécharger l’original', await viewer());
    await expectToast('Erreur', 'Fichier non trouvé.');
    expect(followed).toHaveLength(1);
    follow.mockRestore();
  });

  test('offers the photo as cover and avatar', async () => {
    show();
    await press(/^Ouvrir Photo 2/);
    await press('Définir comme avatar', await viewer());
    expect(onPicture).toHaveBeenCalledWith('avatar', expect.objectContaining({ id: '2' }));
  });

  test('shows the next file after a deletion, and closes after the last', async () => {
    show([itemOf(1), itemOf(2)]);
    await press(/^Ouvrir Photo 1/);
    await press('Supprimer', await viewer());
    await press('Supprimer', screen.getByRole('alertdialog'));
    expect(items.map(({ id }) => id)).toEqual(['2']);
    expect(within(await viewer()).getByText(/1 sur 1/)).toBeVisible();
    await press('Supprimer', await viewer());
    await press('Supprimer', screen.getByRole('alertdialog'));
    expect(items).toEqual([]);
    expect(screen.queryByRole('dialog', { name: 'Photos' })).toBeNull();
  });

  test('shows a file again whose deletion is taken back, and leaves the focus in the grid', async () => {
    show();
    // Clicked without a focus, as Safari does.
    fireEvent.click(screen.getByRole('button', { name: /^Ouvrir Photo 1/ }));
    await press('Supprimer', await viewer());
    await press('Supprimer', screen.getByRole('alertdialog'));
    expect(within(await viewer()).getByText(/1 sur 2/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
    expect(within(await viewer()).getByText(/2 sur 3/)).toBeVisible();
    await press('Fermer', within(await viewer()).getByRole('heading', { name: 'Photos' }).parentElement!);
    expect(screen.queryByRole('dialog', { name: 'Photos' })).toBeNull();
    expect(screen.getByRole('button', { name: /^Ouvrir Photo 1/ })).toHaveFocus();
  });
});
