import type { DeliveryEvent, OutgoingDelivery } from 'contracts/outgoing-postbacks';

/** Returns the text of an attempt's outcome. */
export const outcomeText = (status: number | null, error: string | null): string =>
  error ?? (status === null ? '–' : `statut ${status}`);

export const DELIVERY_EVENT_TEXTS: Readonly<Record<DeliveryEvent, string>> = {
  registration: 'Inscription',
  first_payment: 'Premier paiement',
  renewal: 'Renouvellement',
  refund: 'Remboursement',
  test: 'Test',
};
export const DELIVERY_STATE_TEXTS = {
  waiting: { text: 'En attente', tone: 'plain' },
  delivered: { text: 'Reçue', tone: 'success' },
  abandoned: { text: 'Abandonnée', tone: 'danger' },
} as const satisfies Record<OutgoingDelivery['state'], { text: string; tone: string }>;
