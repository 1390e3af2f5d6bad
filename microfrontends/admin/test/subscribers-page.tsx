import { beforeEach, jest } from '@jest/globals';
import { render } from '@testing-library/react';
import type {
  ListedSubscriber,
  SubscriberAccount,
  SubscriberBilling,
  SubscriberCommissions,
} from 'contracts/operations/subscribers';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter } from 'web-kit/router';
import { Subscribers } from '../src/features/subscribers/index.ts';

export const listed = (over: Partial<ListedSubscriber> = {}): ListedSubscriber => ({
  id: crypto.randomUUID(),
  name: 'Zoé Petit',
  email: 'zoe.petit@exemple.fr',
  state: 'active',
  paid_until: '2026-04-02T20:05:00.000Z',
  model_slug: 'nina',
  affiliate_slug: 'studio',
  registered_at: '2026-03-02T20:05:00.000Z',
  paid_cents: 700,
  currency: 'EUR',
  ...over,
});
export const zoe = listed();
export const billing: SubscriberBilling = {
  subscriber: zoe,
  attribution_reason: 'sub2',
  next_charge: { at: '2026-04-02T20:05:00.000Z', amount_cents: 500, currency: 'EUR' },
  checkouts: [{ number: 'CK-7F3K9QXA', opened_at: '2026-03-02T20:01:00.000Z', model_slug: 'nina' }],
  entries: [
    {
      id: '1',
      kind: 'first',
      occurred_at: '2026-03-02T20:05:00.000Z',
      amount_cents: 200,
      currency: 'EUR',
      transaction_id: 'tx_1',
    },
    {
      id: '2',
      kind: 'refund',
      occurred_at: '2026-03-03T20:05:00.000Z',
      amount_cents: -200,
      currency: 'EUR',
      transaction_id: 'tx_2',
    },
  ],
  postbacks: [
    {
      id: '3',
      event: 'decline',
      verdict: 'declined',
      received_at: '2026-03-02T20:03:00.000Z',
      flags: [{ reason: 'self-referral', measured: null, threshold: null }],
      amount_cents: 200,
      currency: 'EUR',
      transaction_id: 'tx_0',
    },
  ],
  contract_requests: [
    {
      reference: 'RES-1',
      kind: 'cancellation',
      outcome: 'accepted',
      received_at: '2026-03-04T20:05:00.000Z',
      effective_at: null,
    },
  ],
};
export const account: SubscriberAccount = {
  registered_at: '2026-03-02T20:00:00.000Z',
  attribution: { affiliate_slug: 'studio', reason: 'sub2' },
  mails: [{ id: '4', kind: 'welcome', label: 'bienvenue', at: '2026-03-02T20:06:00.000Z', is_sent: true }],
};

export const STUDIO_ID = crypto.randomUUID();
/** GET requests. */
export const requests: URL[] = [];
/** Orders of a refund: path and body. */
export const orders: unknown[] = [];
interface Responses {
  status: number;
  subscribers: ListedSubscriber[];
  /** Whether there are more models than one page has. */
  hasMoreModels: boolean;
  billing: SubscriberBilling;
  account: SubscriberAccount;
  /** null: the call fails. */
  commissions: SubscriberCommissions | null;
  /** Response of the next order of a refund. */
  order: { status: number; body: unknown };
}
const DEFAULTS: Responses = {
  status: 200,
  subscribers: [zoe, listed({ name: 'Paul', state: 'pending', paid_cents: 0, affiliate_slug: null })],
  hasMoreModels: false,
  billing,
  account,
  commissions: { is_credited: true, earned: [{ currency: 'EUR', cents: 150 }] },
  order: { status: 201, body: {} },
};
/** Responses of the services, reset in `beforeEach`. */
export const backend: Responses = { ...DEFAULTS };
beforeEach(() => {
  requests.length = 0;
  orders.length = 0;
  Object.assign(backend, DEFAULTS);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const url = new URL(String(address), 'http://localhost');
    if (init?.method === 'POST') {
      orders.push([url.pathname, JSON.parse(String(init.body))]);
      return new Response(JSON.stringify(backend.order.body), { status: backend.order.status });
    }
    requests.push(url);
    const responses: Record<string, unknown> = {
      '/api/subscribers': { subscribers: backend.subscribers, next: null },
      [`/api/subscribers/${zoe.id}`]: backend.billing,
      [`/api/admin/subscribers/${zoe.id}`]: backend.account,
      '/api/affiliates': [{ id: STUDIO_ID, slug: 'studio', name: 'Studio Nord' }],
      '/api/models': [
        { slug: 'nina', name: 'Nina' },
        { slug: 'ines', name: 'Inès' },
      ],
      [`/api/payouts/subscribers/${zoe.id}`]: backend.commissions,
    };
    if (responses[url.pathname] === null)
      return new Response('{"error":"Le service ne répond pas.","code":"UNAVAILABLE"}', { status: 503 });
    const body = backend.status === 200 ? responses[url.pathname] : { error: 'Non', code: 'INTERNAL', requestId: '1' };
    const headers: HeadersInit =
      url.pathname === '/api/models' && backend.hasMoreModels ? { link: '</api/models?cursor=x>; rel="next"' } : {};
    return new Response(JSON.stringify(body), { status: backend.status, headers });
  });
});
export const open = (address = '/') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <ToastProvider>
        <QueryClientProvider client={createQueryClient()}>
          <Subscribers />
        </QueryClientProvider>
      </ToastProvider>
    </MemoryRouter>,
  );
