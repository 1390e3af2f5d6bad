import { afterEach, beforeEach, jest } from '@jest/globals';
import { render } from '@testing-library/react';
import { ZERO_FIGURES } from 'contracts/overview';
import type { Overview } from 'contracts/overview';
import type { ReactElement } from 'react';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter, useLocation, useNavigate } from 'web-kit/router';
import { affiliateSession } from 'web-kit/session';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';

/** Owner of an affiliate's panel, as passed to pages. */
export const owner = { session: affiliateSession('studio'), slug: 'studio' };
export const overview: Overview = {
  from: '2026-03-01',
  to: '2026-03-02',
  totals: {
    ...ZERO_FIGURES,
    visits: 24_000,
    registrations: 1234,
    paid: 12,
    refunds: 1,
    revenue_cents: 2_450,
    earnings_cents: 735,
    clawback_cents: -60,
  },
  previous: { ...ZERO_FIGURES, registrations: 1000, paid: 24 },
  active_subscribers: 9,
  series: [
    { day: '2026-03-01', ...ZERO_FIGURES },
    {
      day: '2026-03-02',
      ...ZERO_FIGURES,
      visits: 24_000,
      registrations: 1234,
      paid: 12,
      refunds: 1,
      revenue_cents: 2_450,
    },
  ],
  previous_series: [
    { day: '2026-02-27', ...ZERO_FIGURES },
    { day: '2026-02-28', ...ZERO_FIGURES, registrations: 1000, paid: 24 },
  ],
  affiliates: [],
  models: [{ slug: 'nina', name: 'Nina', ...ZERO_FIGURES, registrations: 3 }],
  sources: [],
  live: [{ slug: 'nina', name: 'Nina', since: '2026-03-02T20:00:00.000Z' }],
  latest: [
    {
      at: '2026-03-02T20:05:00.000Z',
      kind: 'first',
      model: { slug: 'nina', name: 'Nina' },
      affiliate: null,
      amount_cents: 200,
    },
  ],
};

/** Requests of the page, in order. */
export const requests: URL[] = [];
/** Response bodies, set by each test. */
export const backend: { response: (url: URL) => unknown } = { response: () => undefined };
beforeEach(() => {
  requests.length = 0;
  stubIntersectionObserver({ isIntersecting: true });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    requests.push(new URL(String(url), 'http://localhost'));
    return new Response(JSON.stringify(backend.response(requests.at(-1) as URL)));
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

function Address() {
  const navigate = useNavigate();
  return (
    <>
      <output data-testid="address">{useLocation().search}</output>
      <button onClick={() => navigate(-1)}>Retour</button>
    </>
  );
}
/** Renders a page at an address, and shows the present address beside it. */
export const open = (page: ReactElement, search = '') =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <MemoryRouter initialEntries={[`/${search}`]}>
          {page}
          <Address />
        </MemoryRouter>
      </ToastProvider>
    </QueryClientProvider>,
  );
