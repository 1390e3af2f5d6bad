import type { Discrepancy, FraudFlag } from './operations/postbacks.ts';

const textOf = ({ reason, measured, threshold }: FraudFlag): string => {
  switch (reason) {
    case 'instant-payment':
      return `payé ${measured ?? 0}\u00a0s après l’ouverture de la page de paiement (moins de ${threshold ?? 0}\u00a0s)`;
    case 'self-referral':
      return 'l’adresse est celle de l’affilié crédité';
    case 'known-bot':
      return 'la page de paiement a été ouverte par un robot connu';
    case 'velocity':
      return `plus de ${threshold ?? 0} inscriptions en une heure par ce clic de l’affilié`;
  }
};

/** Returns the reasons for a review of the payment as one line in French; empty without flags. */
export const flagsText = (flags: readonly FraudFlag[] = []): string => {
  const line = flags.map(textOf).join(', ');
  return line.charAt(0).toUpperCase() + line.slice(1);
};

/** Names of the differences between a recorded payment and the expected one. */
export const DISCREPANCY_TEXTS: Record<Discrepancy, string> = {
  amount: 'Montant différent',
  currency: 'Devise différente',
};
