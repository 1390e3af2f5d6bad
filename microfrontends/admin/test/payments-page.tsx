import { beforeEach, jest } from '@jest/globals';
import { render } from '@testing-library/react';
import type { PostbackCandidate, PostbackList, StoredPostback } from 'contracts/operations/postbacks';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter } from 'web-kit/router';
// Sets time limits for a busy machine.
import '../../../packages/panel/test/toasts.ts';
import { Payments } from '../src/features/payments/index.ts';

export const stored = (over: Partial<StoredPostback> = {}): StoredPostback => ({
  id: crypto.randomUUID(),
  partner: 'sandbox',
  transaction_id: 'tx_A031',
  original_transaction_id: '',
  event: 'first',
  has_reference: true,
  amount_cents: 200,
  currency: 'EUR',
  verdict: 'recorded',
  discrepancies: [],
  matched_by: 'checkout',
  received_at: '2026-03-02T20:05:00.000Z',
  subscriber: { name: 'Zoé Petit', email: 'zoe.petit@exemple.fr' },
  model_slug: 'nina',
  affiliate_slug: null,
  call: {
    method: 'GET',
    path: '/api/postbacks/sandbox',
    parameters: [
      { name: 'key', value: '•••' },
      { name: 'email', value: 'z•••@exemple.fr' },
    ],
  },
  ...over,
});
/** A call that no subscriber matches. */
export const waiting = stored({
  transaction_id: 'tx_9F2C',
  verdict: 'unmatched',
  matched_by: '',
  has_reference: false,
  subscriber: null,
  model_slug: '',
});

/** Responses with the names of models and affiliates, which are not among the `requests`. */
const NAMES: Record<string, unknown> = {
  '/api/models': [{ slug: 'nina', name: 'Nina' }],
  '/api/affiliates': [{ id: crypto.randomUUID(), slug: 'studio', name: 'Studio Nord' }],
};
export const requests: { method: string; url: URL; body: unknown }[] = [];
interface Responses {
  status: number;
  pages: (url: URL) => Partial<PostbackList>;
  /** null: the postback was matched elsewhere. */
  settlement: unknown;
  candidates: PostbackCandidate[];
}
/** Responses of billing, reset in `beforeEach`. */
export const backend: Responses = { status: 200, pages: () => ({}), settlement: null, candidates: [] };
beforeEach(() => {
  requests.length = 0;
  backend.status = 200;
  backend.settlement = { ok: true, verdict: 'recorded' };
  backend.candidates = [];
  backend.pages = () => ({ postbacks: [stored()] });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const url = new URL(String(address), 'http://localhost');
    const method = init?.method ?? 'GET';
    if (url.pathname in NAMES) return new Response(JSON.stringify(NAMES[url.pathname]));
    requests.push({ method, url, body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) });
    const summary = { received_30_days: 1284, last_received_at: null, unmatched: 0 };
    const listed = url.pathname.endsWith('/candidates')
      ? backend.candidates
      : { postbacks: [], next: null, summary, ...backend.pages(url) };
    const body = method === 'GET' ? listed : backend.settlement;
    const isOver = method !== 'GET' && backend.settlement === null;
    return new Response(
      JSON.stringify(
        isOver
          ? { error: 'Cette notification n’existe pas.', code: 'POSTBACK_NOT_FOUND', requestId: '1' }
          : backend.status === 200
            ? body
            : { error: 'Non', code: 'INTERNAL', requestId: '1' },
      ),
      { status: isOver ? 404 : backend.status },
    );
  });
});
export const open = (address = '/') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <ToastProvider>
        <QueryClientProvider client={createQueryClient()}>
          <Payments />
        </QueryClientProvider>
      </ToastProvider>
    </MemoryRouter>,
  );
export const isUnmatched = (url: URL) => url.searchParams.get('show') === 'unmatched';
export const summary = { received_30_days: 3, last_received_at: null, unmatched: 1 };
