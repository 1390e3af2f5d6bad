import { expect } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { modelOf } from 'web-kit/testing/model';

export const CHECK = 'GET /api/auth/check-payment';
export const SUBSCRIPTION = 'GET /api/subscription';
export const paid = {
  body: { hasPaid: true, state: 'active', paidUntil: '2026-12-21T12:00:00.000Z', telegramLink: 'https://t.me/vip' },
};
export const unpaid = { body: { hasPaid: false, state: 'pending', paidUntil: null, telegramLink: null } };
export const models = { 'GET /api/models': { body: [modelOf()] } };
export const address = () => screen.getByTestId('address').textContent;
export const arrivesAt = (path: string) => waitFor(() => expect(address()).toBe(path), { timeout: 5_000 });
