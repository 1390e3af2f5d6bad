import { expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter, useLocation } from 'web-kit/router';
import { OutgoingPostbacksOfAffiliate } from '../src/pages/outgoing-postbacks.tsx';

test('“Postbacks” states that the affiliates could not be read, not that there are none, and reads them again', async () => {
  let status = 403;
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    async () =>
      new Response(JSON.stringify(status === 200 ? [] : { error: 'Non', code: 'FORBIDDEN', requestId: '1' }), {
        status,
      }),
  );
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <OutgoingPostbacksOfAffiliate />
        </ToastProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(await screen.findByText('Erreur lors du chargement des données')).toBeVisible();
  expect(screen.queryByText('Aucun affilié créé pour le moment.')).toBeNull();
  status = 200;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Aucun affilié créé pour le moment.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Postbacks' })).toHaveFocus();
});

function Address() {
  return <output data-testid="address">{useLocation().search}</output>;
}

test('“Postbacks” leaves the focus on the choice of an affiliate, and the choice in the address', async () => {
  const affiliates = ['nord', 'sud', 'est'].map((slug) => ({ id: slug, slug, name: slug.toUpperCase() }));
  const read: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const { pathname } = new URL(String(url), 'http://localhost');
    read.push(pathname);
    const urlOf = `https://tracker.example/${pathname.split('/')[3]}`;
    const endpoint = { url: urlOf, method: 'GET', events: ['refund'], is_enabled: true, secret_hint: 'Ab1=' };
    return new Response(
      JSON.stringify(pathname === '/api/affiliates' ? affiliates : { endpoint, deliveries: [], next: null }),
    );
  });
  render(
    <MemoryRouter initialEntries={['/?section=postbacks&affilie=sud']}>
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <OutgoingPostbacksOfAffiliate />
          <Address />
        </ToastProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(await screen.findByLabelText('URL de votre serveur')).toHaveValue('https://tracker.example/sud');
  expect(read).not.toContain('/api/affiliates/nord/outgoing');
  const choice = screen.getByLabelText('Affilié');
  const title = screen.getByRole('heading', { level: 1, name: 'Postbacks' });
  expect(title.compareDocumentPosition(choice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  choice.focus();
  await userEvent.selectOptions(choice, 'EST');
  await waitFor(() => expect(screen.getByLabelText('URL de votre serveur')).toHaveValue('https://tracker.example/est'));
  expect(choice).toHaveFocus();
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('?section=postbacks&affilie=est'));
});
