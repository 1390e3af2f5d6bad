import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from 'ui/button';
import { Tabs } from 'ui/tabs';
import { ToastProvider, useToast, type ToastText } from 'ui/toast';

const TABS = [
  { value: 'photos', label: 'Photos', count: '149', content: 'Toutes les photos' },
  { value: 'videos', label: 'Vidéos', count: '74', content: 'Toutes les vidéos' },
  { value: 'lives', label: 'Redif live', count: '25', content: 'Tous les lives' },
];

describe('tabs and toasts', () => {
  test('opens the next tab with its panel by arrow keys, and the first after the last', async () => {
    const user = userEvent.setup();
    const onChange = jest.fn();
    render(<Tabs label="Contenus de Nina" tabs={TABS} onChange={onChange} />);
    await user.click(screen.getByRole('tab', { name: 'Photos 149' }));
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Vidéos 74', selected: true })).toHaveFocus();
    expect(screen.getByRole('tabpanel', { name: 'Vidéos 74' })).toHaveTextContent('Toutes les vidéos');
    await user.keyboard('{End}{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Photos 149', selected: true })).toHaveFocus();
    expect(onChange.mock.calls.flat()).toEqual(['videos', 'lives', 'photos']);
  });

  function Raise(toast: ToastText) {
    const show = useToast();
    return <Button onClick={() => show(toast)}>Montrer</Button>;
  }

  async function raise(toast: ToastText) {
    const user = userEvent.setup();
    render(
      <ToastProvider>
        <Raise {...toast} />
      </ToastProvider>,
    );
    await user.click(screen.getByRole('button', { name: 'Montrer' }));
    return user;
  }

  /** Records announcements from now on: one leaves the page after a second, so that a later query may miss it. */
  function listen(): { text: string; urgency: string | null }[] {
    const announcements: { text: string; urgency: string | null }[] = [];
    const observer = new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role=status]'))
        announcements.push({ text: status.textContent ?? '', urgency: status.getAttribute('aria-live') });
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    return announcements;
  }

  test('announces an error toast assertively with title and text', async () => {
    const announcements = listen();
    await raise({ title: 'Erreur', text: 'Email ou mot de passe incorrect.', tone: 'error' });
    await waitFor(
      () =>
        expect(announcements).toContainEqual({
          text: 'Notification Erreur Email ou mot de passe incorrect.',
          urgency: 'assertive',
        }),
      { timeout: 10_000 },
    );
  });

  test('announces a success toast politely and can be closed', async () => {
    const announcements = listen();
    const user = await raise({ title: 'Modèle mis à jour' });
    await waitFor(
      () => expect(announcements).toContainEqual({ text: 'Notification Modèle mis à jour', urgency: 'polite' }),
      {
        timeout: 10_000,
      },
    );
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Fermer' })).not.toBeInTheDocument());
  });

  test('offers the action of a toast, which closes it', async () => {
    const onPress = jest.fn();
    const user = await raise({ title: 'Nina est en live', action: { label: 'Annuler', onPress } });
    await user.click(await screen.findByRole('button', { name: 'Annuler' }));
    expect(onPress).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Annuler' })).not.toBeInTheDocument());
  });

  test('gives the focus back to what had it before the toast', async () => {
    const user = await raise({ title: 'Nina est en live', action: { label: 'Annuler', onPress: jest.fn() } });
    const opener = screen.getByRole('button', { name: 'Montrer' });
    await user.click(await screen.findByRole('button', { name: 'Annuler' }));
    expect(opener).toHaveFocus();
    await user.keyboard('{Enter}');
    act(() => screen.getByRole('button', { name: 'Fermer' }).focus());
    await user.keyboard('{Enter}');
    expect(opener).toHaveFocus();
  });

  test('gives the focus to the neighbourhood of what had it where that has gone', async () => {
    const user = userEvent.setup();
    const page = (hasOpener: boolean) => (
      <ToastProvider>
        <Button>Avant</Button>
        <main>
          <ul>
            <li>{hasOpener && <Raise title="Nina est supprimée" />}</li>
          </ul>
          <Button>Autre</Button>
        </main>
      </ToastProvider>
    );
    const { rerender } = render(page(true));
    await user.click(screen.getByRole('button', { name: 'Montrer' }));
    const close = await screen.findByRole('button', { name: 'Fermer' });
    rerender(page(false));
    await user.click(close);
    expect(screen.getByRole('button', { name: 'Autre' })).toHaveFocus();
  });

  test('opens the link of a toast in a new tab', async () => {
    await raise({ title: 'Modèle mis à jour', action: { label: 'Voir', href: '/nina' } });
    const link = await screen.findByRole('link', { name: 'Voir, nouvel onglet' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/nina', '_blank']);
  });

  test('replaces the toast in sight by the next one', async () => {
    const user = await raise({ title: 'Modèle mis à jour' });
    await screen.findByRole('button', { name: 'Fermer' });
    await user.click(screen.getByRole('button', { name: 'Montrer' }));
    expect(screen.getAllByRole('button', { name: 'Fermer' })).toHaveLength(1);
  });

  test('leaves by itself after six seconds without pointer, also when the former one was closed by a press', async () => {
    const user = await raise({ title: 'Nina est en live', action: { label: 'Annuler', onPress: jest.fn() } });
    await user.click(await screen.findByRole('button', { name: 'Annuler' }));
    const toast = () => screen.queryByRole('button', { name: 'Annuler' })?.closest('li');
    await waitFor(() => expect(toast()).toBeUndefined());
    jest.useFakeTimers();
    const wait = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1_000));
    const opener = screen.getByRole('button', { name: 'Montrer' });
    opener.focus();
    fireEvent.click(opener);
    toast()?.dispatchEvent(new Event('pointerenter'));
    wait(10);
    expect(toast()).toBeVisible();
    toast()?.dispatchEvent(new Event('pointerleave'));
    wait(5);
    expect(toast()).toBeVisible();
    wait(2);
    expect(toast()).toBeUndefined();
    jest.useRealTimers();
  });

  test('fails with a clear message when a toast is raised without a provider', () => {
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<Raise title="Perdu" />)).toThrow('no ToastProvider');
    quiet.mockRestore();
  });
});
