import { afterEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { trackingParams } from 'web-kit/tracking';
import { modelOf } from 'web-kit/testing/model';
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

  const listen = () => Object.defineProperty(globalThis, 'EventSource', { value: Stream, configurable: true });
  const publish = (event: string, data: string, stream = Stream.opened.at(-1)) =>
    act(async () => void stream?.dispatchEvent(new MessageEvent(event, { data })));
  const urls = () => Stream.opened.map(({ url }) => url);

  test('updates the badge from a live event without a request and ignores malformed events', async () => {
    listen();
    const { reads } = platform({ 'GET /api/models': { body: [modelOf()] } });
    open('/');
    await screen.findByRole('link', { name: 'Voir le profil de Nina' });
    await waitFor(() => expect(urls()).toEqual(['/api/live?models=nina']));
    await publish('live', 'nonsense');
    expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
    await publish('live', JSON.stringify({ slug: 'nina', isLive: true, until: null }));
    expect(await screen.findByText('LIVE')).toBeVisible();
    expect(reads()).toHaveLength(1);
  });

  test('begins a live by the schedule at the server’s time without a request, whatever the device’s clock shows', async () => {
    listen();
    const start = Date.parse('2020-01-10T20:00:00Z');
    const nina = modelOf({ live_changes_at: new Date(start).toISOString(), live_schedule_end: '01:00' });
    const { reads } = platform({ 'GET /api/models': { body: [nina] } });
    open('/');
    await screen.findByRole('link', { name: 'Voir le profil de Nina' });
    await waitFor(() => expect(urls()).toHaveLength(1));
    await publish('clock', String(start - 60_000));
    expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
    await publish('clock', String(start - 100));
    expect(await screen.findByText('LIVE')).toBeVisible();
    expect(reads()).toHaveLength(1);
  });

  test('follows the models of the list, and on the page of one that model alone', async () => {
    listen();
    const [nina, rose] = [modelOf(), modelOf({ slug: 'rose', name: 'Rose' })];
    platform({ 'GET /api/models': { body: [nina, rose] }, 'GET /api/models/nina': { body: nina } });
    const home = open('/');
    await screen.findByRole('link', { name: 'Voir le profil de Rose' });
    await waitFor(() => expect(urls()).toEqual(['/api/live?models=nina,rose']));
    home.unmount();
    open('/nina/live');
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(urls().slice(1)).toEqual(['/api/live?models=nina']));
  });

  test('opens no stream on a page without models', async () => {
    listen();
    platform({});
    open('/mentions-legales');
    await screen.findByRole('heading', { level: 1 });
    expect(urls()).toEqual([]);
  });
});
