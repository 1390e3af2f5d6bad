import { afterEach, describe, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { trackingParams } from 'web-kit/tracking';
import { modelOf } from '../../../packages/web-kit/test/model.ts';
import { nextLive } from '../src/features/live/next-live.ts';
import { failure, open, platform } from './harness.tsx';

describe('a partner’s page', () => {
  test('When the partner is known, then its visitors are led home and credited to it', async () => {
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
    ['/partner/nobody', failure(404, 'Affilié non trouvé', 'AFFILIATE_NOT_FOUND'), 'Affilié non trouvé'],
    [
      '/partner/nobody',
      { body: { affiliate: { name: 'X', slug: 'nobody', is_active: false }, models: [] } },
      'Affilié non trouvé',
    ],
    ['/partner/nobody', 'no response' as const, 'Erreur lors du chargement des données'],
    ['/partner', failure(404, '', 'NOT_FOUND'), "Slug d'affilié manquant"],
  ])('redirects home from %s (%j) with the message "%s"', async (path, response, message) => {
    platform({ 'GET /api/affiliates/nobody': response });
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
});

describe('the next live', () => {
  test.each([
    ['2026-07-01T20:30:00+02:00', '21:00', '2026-07-01T21:00:00+02:00'],
    ['2026-07-01T21:00:00+02:00', '21:00', '2026-07-02T21:00:00+02:00'],
    ['2026-12-31T23:59:00+01:00', '00:30', '2027-01-01T00:30:00+01:00'],
    ['2026-10-24T22:00:00+02:00', '21:00', '2026-10-25T21:00:00+01:00'],
    ['2026-03-28T22:00:00+01:00', '21:00', '2026-03-29T21:00:00+02:00'],
  ])('When it is %s and lives begin at %s in Paris, then the next one is at %s', (now, start, expected) => {
    expect(new Date(nextLive(start, Date.parse(now))).toISOString()).toBe(new Date(expected).toISOString());
  });
});
