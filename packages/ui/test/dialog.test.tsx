import { describe, expect, jest, test } from '@jest/globals';
import { StrictMode, useState } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from 'ui/button';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { Dialog } from 'ui/dialog';
import { Field } from 'ui/field';
import { ToastProvider, useToast } from 'ui/toast';
import { pressEscapeIn } from './browser-parts.ts';

function Login({ size }: { size?: 'form' }) {
  const [open, setOpen] = useState(false);
  const common = { open, onClose: () => setOpen(false), title: 'Connexion' };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Se connecter</Button>
      {size === 'form' ? (
        <Dialog {...common} size="form" footer={<Button>Valider</Button>}>
          Texte
        </Dialog>
      ) : (
        <Dialog {...common}>
          <Field label="Email" />
        </Dialog>
      )}
    </>
  );
}

async function openLogin(size?: 'form') {
  const user = userEvent.setup();
  render(
    <StrictMode>
      <Login size={size} />
    </StrictMode>,
  );
  const opener = screen.getByRole('button', { name: 'Se connecter' });
  await user.click(opener);
  return { user, opener, dialog: screen.getByRole('dialog', { name: 'Connexion' }) };
}

describe('Dialog', () => {
  test('focuses the title of an opened dialog, which names it', async () => {
    await openLogin();
    expect(screen.getByRole('heading', { name: 'Connexion' })).toHaveFocus();
  });

  test.each([
    ['Nina', ''],
    ['Maximilienne-Joséphine', '0.76'],
  ])('draws the name %s of a registration in its step of the title’s size', (name, scale) => {
    render(
      <Dialog open size="register" title={name} onClose={() => undefined}>
        Texte
      </Dialog>,
    );
    expect(screen.getByRole('heading', { name }).style.getPropertyValue('--poster-scale')).toBe(scale);
  });

  test('closes the dialog by the cross and returns the focus to its opener', async () => {
    const { user, opener } = await openLogin();
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });

  test('closes the dialog by Escape and returns the focus to its opener', async () => {
    const { opener, dialog } = await openLogin();
    act(() => pressEscapeIn(dialog));
    expect(dialog).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });

  test('closes a dialog by its backdrop, but not by a press that began inside, nor a long form', async () => {
    const { user, dialog } = await openLogin();
    await user.pointer([
      { keys: '[MouseLeft>]', target: screen.getByLabelText('Email') },
      { keys: '[/MouseLeft]', target: dialog },
    ]);
    expect(dialog).toBeInTheDocument();
    await user.click(dialog);
    expect(dialog).not.toBeInTheDocument();
  });

  test('leaves a dialog open that a double click has opened, whose second click meets the backdrop', async () => {
    const { dialog } = await openLogin();
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog, { detail: 2 });
    expect(dialog).toBeInTheDocument();
    fireEvent.click(dialog, { detail: 1 });
    expect(dialog).not.toBeInTheDocument();
  });

  test('keeps what was typed when the backdrop of a long form is pressed', async () => {
    const { user, dialog } = await openLogin('form');
    await user.click(dialog);
    expect(dialog).toBeInTheDocument();
  });

  test('names what is to be deleted and does nothing before the confirmation', async () => {
    const user = userEvent.setup();
    const onConfirm = jest.fn();
    const onClose = jest.fn();
    render(
      <ConfirmDialog
        open
        onClose={onClose}
        onConfirm={onConfirm}
        title="Êtes-vous sûr de vouloir supprimer ce modèle ?"
        what="Nina (@nina)"
      />,
    );
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription('Nina (@nina)');
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onConfirm).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Supprimer' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  function Failing() {
    const toast = useToast();
    const [open, setOpen] = useState(true);
    return (
      <Dialog open={open} onClose={() => setOpen(false)} title="Inscription">
        <Button onClick={() => toast({ title: 'Erreur de validation', text: 'Email invalide', tone: 'error' })}>
          Valider
        </Button>
      </Dialog>
    );
  }

  test('shows a toast inside an open dialog, and outside once the dialog has closed', async () => {
    const user = userEvent.setup();
    render(
      <ToastProvider>
        <Failing />
      </ToastProvider>,
    );
    const dialog = screen.getByRole('dialog');
    await user.click(screen.getByRole('button', { name: 'Valider' }));
    expect(dialog).toContainElement(await screen.findByText('Email invalide'));
    await user.click(screen.getAllByRole('button', { name: 'Fermer' })[0]!);
    expect(dialog).not.toBeInTheDocument();
    expect(await screen.findByText('Email invalide')).toBeVisible();
  });

  function Form() {
    const [confirming, setConfirming] = useState(false);
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>Éditer</Button>
        {open && (
          <Dialog open onClose={() => setConfirming(true)} title="Modifier">
            <Field label="Nom" />
            <Dialog open={confirming} onClose={() => setConfirming(false)} title="Quitter ?">
              <Button onClick={() => setOpen(false)}>Quitter</Button>
            </Dialog>
          </Dialog>
        )}
      </>
    );
  }

  test('returns the focus to the opener of a dialog that closes together with its question', async () => {
    const user = userEvent.setup();
    render(<Form />);
    await user.click(screen.getByRole('button', { name: 'Éditer' }));
    await user.click(screen.getByLabelText('Nom'));
    act(() => pressEscapeIn(screen.getByRole('dialog', { name: 'Modifier' })));
    await user.click(screen.getByRole('button', { name: 'Quitter' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Éditer' })).toHaveFocus();
  });
});
