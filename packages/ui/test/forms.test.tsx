import { describe, expect, jest, test } from '@jest/globals';
import { createRef } from 'react';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, ButtonLink } from 'ui/button';
import { Checkbox } from 'ui/checkbox';
import { Field } from 'ui/field';
import { PasswordField } from 'ui/password-field';
import { RetryButton } from 'ui/retry-button';
import { Select } from 'ui/select';
import { TextArea } from 'ui/text-area';
import { Toggle } from 'ui/toggle';

describe('the components of forms', () => {
  test('marks a field with an error as invalid, described by the error and the hint', () => {
    render(<Field label="Email" error="Email invalide" hint="Jamais partagé" />);
    const input = screen.getByRole('textbox', { name: 'Email' });
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription('Email invalide Jamais partagé');
  });

  test('renders a field without an error as valid, without a description', () => {
    render(<Field label="Prénom" />);
    const input = screen.getByRole('textbox', { name: 'Prénom' });
    expect(input).toBeValid();
    expect(input).not.toHaveAttribute('aria-describedby');
  });

  test('passes a ref to the native control', () => {
    const input = createRef<HTMLInputElement>();
    const textArea = createRef<HTMLTextAreaElement>();
    const select = createRef<HTMLSelectElement>();
    const password = createRef<HTMLInputElement>();
    render(
      <>
        <Field label="Nom" ref={input} name="name" />
        <TextArea label="Bio" ref={textArea} />
        <Select label="Fuseau" ref={select}>
          <option>Paris</option>
        </Select>
        <PasswordField label="Mot de passe" ref={password} />
      </>,
    );
    expect([input.current?.name, textArea.current?.tagName, select.current?.value, password.current?.type]).toEqual([
      'name',
      'TEXTAREA',
      'Paris',
      'password',
    ]);
  });

  test('shows the password by the eye, and hides it by the next press', async () => {
    const user = userEvent.setup();
    render(<PasswordField label="Mot de passe" />);
    const input = screen.getByLabelText('Mot de passe');
    await user.type(input, 'secret');
    await user.click(screen.getByRole('button', { name: 'Afficher le mot de passe' }));
    expect(input).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Masquer le mot de passe' }));
    expect(input).toHaveAttribute('type', 'password');
    expect(input).toHaveValue('secret');
  });

  test('checks a checkbox by its text; an error is read with it', async () => {
    const user = userEvent.setup();
    render(<Checkbox label="Je confirme avoir 18 ans ou plus." error="Confirmation requise" />);
    const box = screen.getByRole('checkbox', { name: 'Je confirme avoir 18 ans ou plus.' });
    expect(box).toHaveAccessibleDescription('Confirmation requise');
    await user.click(screen.getByText('Je confirme avoir 18 ans ou plus.'));
    expect(box).toBeChecked();
  });

  test('turns a switch on by space', async () => {
    const user = userEvent.setup();
    const onChange = jest.fn();
    render(<Toggle label="Verrouiller miroir.jpg" bare onChange={onChange} />);
    await user.tab();
    await user.keyboard(' ');
    expect(screen.getByRole('switch', { name: 'Verrouiller miroir.jpg' })).toBeChecked();
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  test('leaves a busy switch as it is, with the focus', async () => {
    const user = userEvent.setup();
    const onChange = jest.fn();
    render(<Toggle label="Compte actif" checked={false} busy onChange={onChange} />);
    await user.tab();
    const toggle = screen.getByRole('switch', { name: 'Compte actif' });
    expect(toggle).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard(' ');
    await user.click(toggle);
    expect(toggle).toHaveFocus();
    expect(toggle).not.toBeChecked();
    expect(onChange).not.toHaveBeenCalled();
  });

  test('hands its focus to the section around it when a retry has succeeded', async () => {
    const user = userEvent.setup();
    const section = (hasCome: boolean) => (
      <section aria-label="Paiements">
        {hasCome ? <p>Aucun paiement</p> : <RetryButton onRetry={() => undefined} />}
      </section>
    );
    const { rerender } = render(section(false));
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    rerender(section(true));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Paiements' })).toHaveFocus());
  });

  test('leaves the focus where the page has moved it when a retry has succeeded', async () => {
    const user = userEvent.setup();
    const section = (hasCome: boolean) => (
      <section aria-label="Paiements">
        {hasCome ? (
          <button ref={(button) => button?.focus()}>Exporter</button>
        ) : (
          <RetryButton onRetry={() => undefined} />
        )}
      </section>
    );
    const { rerender } = render(section(false));
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    rerender(section(true));
    await act(async () => undefined);
    expect(screen.getByRole('button', { name: 'Exporter' })).toHaveFocus();
  });

  test('announces a busy button, which keeps the focus and submits nothing', async () => {
    const user = userEvent.setup();
    const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const form = (busy: boolean) => (
      <form onSubmit={onSubmit}>
        <Field label="Email" />
        <Button type="submit" busy={busy} busyLabel="Connexion en cours...">
          Se connecter
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    await user.click(screen.getByRole('button', { name: 'Se connecter' }));
    expect(onSubmit).toHaveBeenCalledTimes(1);
    rerender(form(true));
    const button = screen.getByRole('button', { name: 'Connexion en cours...' });
    expect(button).toHaveFocus();
    await user.click(button);
    await user.type(screen.getByLabelText('Email'), '{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  test('draws a link by the given router component, otherwise as an anchor', () => {
    render(
      <>
        <ButtonLink
          href="/nina"
          component={({ to, children }) => (
            <a href={to} data-router="">
              {children}
            </a>
          )}
        >
          Voir
        </ButtonLink>
        <ButtonLink href="https://t.me/x" target="_blank">
          Telegram
        </ButtonLink>
      </>,
    );
    expect(screen.getByRole('link', { name: 'Voir' })).toHaveAttribute('data-router');
    expect(screen.getByRole('link', { name: 'Telegram' })).toHaveAttribute('rel', 'noopener');
  });
});
