import { afterEach, describe, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { trackingParams } from 'web-kit/tracking';
import { modelOf } from '../../../packages/web-kit/test/model.ts';
import { failure, open, platform } from './harness.tsx';

describe('a partner’s page', () => {
  test('leads the visitors of a known partner to the home page and credits them to it', async () => {
    platform({
      'GET /api/affiliates/aff-one': {
        body: { affiliate: { name: 'Aff One', slug: 'aff-one', is_active: true }, models: [] },
      },
      'GET /api/models': { body: [] },
    });
    open('/partner/aff-one');
    expect(await screen.findByRole('heading', { name: 'Accès Partenaire' })).toBeVisible();
    expect(screen.getByText(/2,00 € aujourd’hui, puis 5,00 € par mois/)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'DÉCOUVRIR LE CONTENU' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/?affiliate=aff-one');
    expect(trackingParams().partnerAffiliate).toBe('aff-one');
  });

  test.each([
    ['/partner/inconnu', failure(404, 'Affilié non trouvé', 'AFFILIATE_NOT_FOUND'), 'Affilié non trouvé'],
    [
      '/partner/inconnu',
      { body: { affiliate: { name: 'X', slug: 'inconnu', is_active: false }, models: [] } },
      'Affilié non trouvé',
    ],
    ['/partner/inconnu', 'no response' as const, 'Erreur lors du chargement des données'],
    ['/partner', failure(404, '', 'NOT_FOUND'), "Slug d'affilié manquant"],
  ])('redirects home from %s (%j) with the message "%s"', async (path, response, message) => {
    platform({ 'GET /api/affiliates/inconnu': response });
    open(path);
    expect(await screen.findByRole('heading', { name: message }, { timeout: 5_000 })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toBeVisible();
  });
});

describe('live changes', () => {
  class Stream extends EventTarget {
    static opened: Stream[] = [];
    url: string;
    constructor(url: string) {
      super();
      this.url = url;
      Stream.opened.push(this);
    }
    close() {}
  }
  afterEach(() => {
    Stream.opened = [];
    Reflect.deleteProperty(globalThis, 'EventSource');
  });

  test('updates the badge from a live event without a request and ignores malformed events', async () => {
    Object.defineProperty(globalThis, 'EventSource', { value: Stream, configurable: true });
    const { requests } = platform({ 'GET /api/models': { body: [modelOf()] } });
    open('/');
    await screen.findByRole('link', { name: 'Voir le profil de Nina' });
    const [stream] = Stream.opened;
    expect(stream?.url).toBe('/api/live');
    const publish = (data: string) => act(async () => void stream?.dispatchEvent(new MessageEvent('live', { data })));
    await publish('nonsense');
    expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
    await publish(JSON.stringify({ slug: 'nina', isLive: true, until: null }));
    expect(await screen.findByText('LIVE')).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  test('follows only the model whose page is shown', async () => {
    Object.defineProperty(globalThis, 'EventSource', { value: Stream, configurable: true });
    platform({ 'GET /api/models/nina': { body: modelOf() } });
    open('/nina/live');
    await screen.findByRole('heading', { level: 1 });
    expect(Stream.opened.map(({ url }) => url)).toEqual(['/api/live?models=nina']);
  });
});
