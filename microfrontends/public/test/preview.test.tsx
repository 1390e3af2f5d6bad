import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { modelOf } from 'web-kit/testing/model';
import { failure, open, platform } from './harness.tsx';

const MODEL = 'GET /api/models/nina?view=visitor';

describe('/apercu/nina', () => {
  test('refers to the panel where the model is hidden from this browser', async () => {
    platform({});
    open('/apercu/nina');
    expect(await screen.findByRole('heading', { name: 'Modèle non trouvé' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
  });

  test('offers a retry during an outage, which reveals nothing about the model', async () => {
    let isDown = true;
    platform({
      [MODEL]: () => (isDown ? failure(503, 'Indisponible', 'SERVICE_UNAVAILABLE') : { body: modelOf() }),
    });
    open('/apercu/nina');
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible d’afficher l’aperçu');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('heading', { level: 1, name: /^Nina, 27/ })).toBeVisible();
  });
});
