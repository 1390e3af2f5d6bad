/** Customer of the demo data: the page of the registration, and its outcome. */
export interface Customer {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  modelSlug: string;
  tracking: { clickId?: string; affiliateParam?: string; fbPixelId?: string };
  /** registered: without a payment; paid; refunded: paid and refunded. */
  outcome: 'registered' | 'paid' | 'refunded';
}

export const PAID: Customer = {
  firstName: 'Claire',
  lastName: 'Fontaine',
  email: 'claire@example.org',
  password: 'rideau-rouge',
  modelSlug: 'nina',
  tracking: { clickId: 'CLICK-1001', affiliateParam: 'aff-one', fbPixelId: 'PIX-77' },
  outcome: 'paid',
};
export const UNPAID: Customer = {
  firstName: 'Paul',
  lastName: 'Mercier',
  email: 'paul@example.org',
  password: 'cote-jardin',
  modelSlug: 'astree',
  tracking: { clickId: 'CLICK-1002', affiliateParam: 'aff-two', fbPixelId: 'PIX-77' },
  outcome: 'registered',
};

export const CUSTOMERS: readonly Customer[] = [
  PAID,
  UNPAID,
  {
    firstName: 'Hugo',
    lastName: 'Lambert',
    email: 'hugo@example.org',
    password: 'troisieme-rang',
    modelSlug: 'malik',
    tracking: { clickId: 'CLICK-1003', affiliateParam: 'aff-one' },
    outcome: 'paid',
  },
  {
    firstName: 'Léa',
    lastName: 'Garnier',
    email: 'lea@example.org',
    password: 'lever-de-rideau',
    modelSlug: 'ines',
    tracking: { affiliateParam: 'aff-two', fbPixelId: 'PIX-12' },
    outcome: 'paid',
  },
  {
    firstName: 'Yanis',
    lastName: 'Roche',
    email: 'yanis@example.org',
    password: 'premier-balcon',
    modelSlug: 'anouk',
    tracking: { clickId: 'CLICK-1004' },
    outcome: 'paid',
  },
  {
    firstName: 'Marie',
    lastName: 'Chevalier',
    email: 'marie@example.org',
    password: 'sortie-des-artistes',
    modelSlug: 'theo',
    tracking: { clickId: 'CLICK-1005', affiliateParam: 'aff-one' },
    outcome: 'refunded',
  },
];
