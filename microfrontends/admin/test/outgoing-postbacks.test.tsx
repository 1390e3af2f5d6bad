import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { OutgoingPostbacksOfAffiliate } from '../src/pages/outgoing-postbacks.tsx';

test('states that the affiliates could not be read, not that there are none, and reads them again', async () => {
  let status = 403;
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    async () =>
      new Response(JSON.stringify(status === 200 ? [] : { error: 'Non', code: 'FORBIDDEN', requestId: '1' }), {
        status,
      }),
  );
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <OutgoingPostbacksOfAffiliate />
      </ToastProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Erreur lors du chargement des données')).toBeVisible();
  expect(screen.queryByText('Aucun affilié créé pour le moment.')).toBeNull();
  status = 200;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Aucun affilié créé pour le moment.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Postbacks' })).toHaveFocus();
});
