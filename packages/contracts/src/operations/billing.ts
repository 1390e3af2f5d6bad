import { z } from 'zod';
import { operation } from '../operation.ts';
import { subscription } from '../subscribers.ts';

export const checkPayment = operation({
  id: 'checkPayment',
  service: 'billing',
  method: 'GET',
  path: '/api/auth/check-payment',
  roles: ['subscriber'],
  summary: 'Whether the subscriber has paid',
  response: z.object({ hasPaid: z.boolean() }),
  errors: [],
});
export const getSubscription = operation({
  id: 'getSubscription',
  service: 'billing',
  method: 'GET',
  path: '/api/subscription',
  roles: ['subscriber'],
  summary: 'The subscription, and the VIP Telegram link when paid',
  response: subscription,
  errors: [],
});
