import { beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ModelView } from 'contracts/models';
import type { Overview } from 'contracts/overview';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter } from 'web-kit/router';
import { expectToast } from 'panel/testing/toasts';
import { TrackedLinks } from '../src/features/links/index.ts';

const model = (slug: string, name: string, state = 'published') =>
  ({ id: slug, slug, name, state, avatar_image: null, is_live: false }) as ModelView;
const overview = { models: [{ slug: 'nina', name: 'Nina', visits: 2_310 }] } as unknown as Overview;
const open = (models: readonly ModelView[], shown: Overview | undefined = overview) =>
  render(
    <MemoryRouter>
      <ToastProvider>
        <TrackedLinks affiliate={{ name: 'Studio Nord', slug: 'studio-nord' }} models={models} overview={shown} />
      </ToastProvider>
    </MemoryRouter>,
  );

beforeEach(() => {
  jest.restoreAllMocks();
});

test('“Liens” gives each published model one tracked link with its visits, then the links of the affiliate', () => {
  open([model('nina', 'Nina'), model('maelle', 'Maëlle'), model('brouillon', 'Brouillon', 'draft')]);
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s/g, ' '));
  expect(rows).toHaveLength(4);
  expect(rows[0]).toMatch(/Nina.*\/nina\?affiliate=studio-nord2 310 visites/);
  expect(rows[1]).toMatch(/Maëlle.*\/maelle\?affiliate=studio-nord0 visite/);
  expect(rows[2]).toMatch(/Page partenaire/);
});

test('“Liens” copies a link, and opens its QR code at once', async () => {
  const user = userEvent.setup();
  const write = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  open([model('nina', 'Nina')]);
  await user.click(screen.getByRole('button', { name: 'Copier le lien\u00a0: Nina' }));
  expect(write).toHaveBeenCalledWith(expect.stringMatching(/\/nina\?affiliate=studio-nord$/));
  await expectToast('Lien copié', 'Nina');
  await user.click(screen.getByRole('button', { name: 'QR code\u00a0: Nina' }));
  const dialog = screen.getByRole('dialog', { hidden: true });
  expect(within(dialog).getByRole('img', { name: 'QR code\u00a0: Lien suivi', hidden: true })).not.toBeNull();
});

test('“Liens” shows the first twelve links of many until all are requested', async () => {
  open(
    Array.from({ length: 20 }, (_, index) => model(`m${index}`, `Modèle ${index}`)),
    undefined,
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(12);
  await userEvent.click(screen.getByRole('button', { name: 'Voir tous les liens (22)' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(22);
});
