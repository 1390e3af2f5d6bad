import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LinksDialog } from '../src/links-dialog/index.tsx';
import { open } from './insight-page.tsx';

test('the file of a QR code is named after its target', async () => {
  const user = userEvent.setup();
  open(
    <LinksDialog name="Maëlle D." links={[{ label: 'Page du modèle', path: '/maelle' }]} onClose={() => undefined} />,
  );
  await user.click(screen.getByRole('button', { name: 'QR code\u00a0: Page du modèle', hidden: true }));
  expect(
    screen
      .getByRole('link', { name: 'Télécharger le QR code\u00a0: Page du modèle', hidden: true })
      .getAttribute('download'),
  ).toBe('qr-code-maelle-d-page-du-modele.svg');
});
