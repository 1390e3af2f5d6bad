import { beforeEach } from '@jest/globals';
import { screen } from '@testing-library/react';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';

/** Request of the devices, which every account page sends. */
export const LIST = 'GET /api/auth/sessions';
/** This browser's entry in that list. */
export const HERE = {
  id: '6f1f7c9e-2f1f-4a55-9d6a-0f7a3f0a1b11',
  device: 'Firefox sur Windows',
  created_at: '2026-03-02T08:00:00.000Z',
  last_used_at: '2026-03-02T20:00:00.000Z',
  current: true,
};
export const address = () => screen.getByTestId('address').textContent;

beforeEach(stubIntersectionObserver);
