/** Returns what the API shows of a checkout. */
export const checkoutView = ({ openedAt, modelSlug }: { openedAt: Date; modelSlug: string }) => ({
  opened_at: openedAt.toISOString(),
  model_slug: modelSlug,
});
