/** First parts of the query keys that several features read or invalidate. */
export const adminKeys = {
  models: ['admin', 'models'],
  payouts: ['admin', 'payouts'],
  postbacks: ['admin', 'postbacks'],
} as const;
