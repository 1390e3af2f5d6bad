import type { Attribution } from 'contracts/attribution';
import { addDays, parisDay } from 'contracts/days';
import { DAY_MS } from 'contracts/durations';
import { FIRST_MONTH_CENTS, MONTHLY_CENTS } from 'contracts/offer';
import { ID_PREFIXES } from '../../partner/transactions.ts';
import { createSeededRandom, idOf } from './seeded-random.ts';
import type { SeededRandom } from './seeded-random.ts';

export const HISTORY_DAYS = 90;
/** E-mail domain of all people in the history, which no account of the demo uses. */
export const HISTORY_DOMAIN = 'histoire.example.org';

const MINUTE_MS = 60_000;
/** Visits of all models on an average day. */
const VISITS_A_DAY = 90;
const REGISTRATION_RATE = 0.045;
const PAYMENT_RATE = 0.58;
const RENEWAL_RATE = 0.78;
const REFUND_RATE = 0.04;
const CANCELLATION_RATE = 0.13;
/** Factors by weekday, Sunday first: weekends are busy. */
const WEEKDAYS = [1.25, 0.78, 0.8, 0.88, 0.97, 1.2, 1.4] as const;
/** Growth over the period. */
const [FIRST_LEVEL, LAST_LEVEL] = [0.7, 1.2];
/** Hours in UTC, weighted by the number of visitors. */
const HOURS = [
  4, 2, 1, 0.5, 0.3, 0.3, 0.6, 1, 1.4, 1.6, 1.8, 2.4, 2.6, 2, 1.8, 1.9, 2.4, 3.2, 4.6, 6.2, 7.4, 7, 5.4, 4.6,
];
const SOURCES = ['', '', 'tiktok', 'insta', 'x', 'newsletter'] as const;
const FIRST_NAMES =
  'Adèle Aïcha Alban Anna Baptiste Bilal Capucine Chloé Clément Diane Elias Émile Fanny Farid Gaël Hélène Iris Jade Jonas Karim Laure Léon Lila Lou Margaux Mathis Mehdi Naomi Nils Noé Olga Oscar Pauline Quentin Rania Romy Samir Tess Ulysse Zélie'.split(
    ' ',
  );
const LAST_NAMES =
  'Aubert Barbier Bauer Benali Besson Blanc Carpentier Colas Da_Silva Delmas Dubreuil Ferrand Gilles Guérin Hamon Haddad Jacquet Klein Lacroix Le_Bihan Leroux Marchand Masson Millet Nguyen Olivier Perrin Picard Poirier Renard Rey Sanchez Schmitt Tessier Tran Vasseur Vidal Weber'.split(
    ' ',
  );

export interface HistoryModel {
  id: string;
  slug: string;
  /** Owner; null: the administrator. */
  affiliateId: string | null;
  /** Relative share of the visitors. */
  weight: number;
}
export interface HistoryAffiliate {
  id: string;
  slug: string;
}

export interface PlannedVisits {
  day: string;
  affiliateId: string | null;
  modelSlug: string;
  source: string;
  visits: number;
  clicks: number;
}
/** Postback of a person; a decline has no ledger entry. */
export interface PlannedMovement {
  id: string;
  postbackId: string;
  transactionId: string;
  originalTransactionId: string;
  kind: 'first' | 'renewal' | 'refund' | 'cancellation' | 'decline';
  /** Negative for refunds. */
  amountCents: number;
  occurredAt: Date;
  paidUntil: Date | null;
  /** Ledger entry of the refunded payment, for a refund. */
  refundedId?: string;
}
export interface PlannedSubscriber {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  model: HistoryModel;
  tracking: { clickId: string; affiliate: string; pixelId: string };
  attribution: Attribution;
  registeredAt: Date;
  /** Opened payment link; null: never opened. */
  checkout: { reference: string; openedAt: Date } | null;
  movements: readonly PlannedMovement[];
}
export interface History {
  visits: readonly PlannedVisits[];
  subscribers: readonly PlannedSubscriber[];
}

const monthAfter = (anchor: Date, months: number): Date => {
  const end = new Date(anchor);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== anchor.getUTCDate()) end.setUTCDate(0);
  return end;
};
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** Returns a person's payments from the first one until the end of the history or of the contract. */
const movementsOf = (name: string, firstAt: Date, end: Date, random: SeededRandom): PlannedMovement[] => {
  const movements: PlannedMovement[] = [];
  const add = (
    kind: PlannedMovement['kind'],
    occurredAt: Date,
    more: Partial<PlannedMovement> = {},
  ): PlannedMovement | null => {
    if (occurredAt >= end) return null;
    const key = `${name} ${movements.length}`;
    const movement: PlannedMovement = {
      id: idOf(`entry ${key}`),
      postbackId: idOf(`postback ${key}`),
      transactionId: ID_PREFIXES.history + idOf(`transaction ${key}`).slice(0, 18),
      originalTransactionId: '',
      kind,
      amountCents: 0,
      occurredAt,
      paidUntil: null,
      ...more,
    };
    movements.push(movement);
    return movement;
  };
  const later = (from: Date, days: number): Date => new Date(from.getTime() + Math.floor(days * DAY_MS));

  const first = add('first', firstAt, { amountCents: FIRST_MONTH_CENTS, paidUntil: monthAfter(firstAt, 1) });
  if (!first) return movements;
  const { transactionId: originalTransactionId } = first;
  if (random.happens(REFUND_RATE)) {
    add('refund', later(firstAt, 0.2 + random.next() * 9), {
      originalTransactionId,
      amountCents: -FIRST_MONTH_CENTS,
      refundedId: first.id,
    });
    return movements;
  }
  for (let month = 1; ; month += 1) {
    const due = monthAfter(firstAt, month);
    if (random.happens(CANCELLATION_RATE)) {
      add('cancellation', later(due, -1 - random.next() * 20), { originalTransactionId });
      return movements;
    }
    if (due >= end) return movements;
    if (!random.happens(RENEWAL_RATE)) {
      add('decline', due, { originalTransactionId, amountCents: MONTHLY_CENTS });
      return movements;
    }
    add('renewal', due, {
      originalTransactionId,
      amountCents: MONTHLY_CENTS,
      paidUntil: monthAfter(firstAt, month + 1),
    });
  }
};

/**
 * Plans ninety days of visitors, subscribers and payments before an instant, deterministically: weekends and evenings are busy, the
 * site grows, and each model has its share.
 */
export const planHistory = (
  end: Date,
  models: readonly HistoryModel[],
  affiliates: readonly HistoryAffiliate[],
): History => {
  const random = createSeededRandom('history');
  const slugs = new Map(affiliates.map(({ id, slug }) => [id, slug]));
  const total = models.reduce((sum, { weight }) => sum + weight, 0);
  const lastDay = addDays(parisDay(end), -1);
  const visits: PlannedVisits[] = [];
  const subscribers: PlannedSubscriber[] = [];

  const register = (day: string, model: HistoryModel, source: string, affiliateId: string | null) => {
    const name = `person ${subscribers.length}`;
    const minutes = random.oneOf([...HOURS.keys()], (hour) => HOURS[hour] ?? 1) * 60 + Math.floor(random.next() * 60);
    const registeredAt = new Date(
      Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS + Math.floor(random.next() * MINUTE_MS),
    );
    if (registeredAt >= end) return;
    const [firstName, lastName] = [FIRST_NAMES, LAST_NAMES].map((names) => random.oneOf(names).replace('_', ' ')) as [
      string,
      string,
    ];
    const isLinked = affiliateId !== null && (affiliateId !== model.affiliateId || random.happens(0.5));
    const openedAt = new Date(registeredAt.getTime() + (1 + random.next() * 6) * MINUTE_MS);
    const opens = random.happens(0.82) && openedAt < end;
    const pays = opens && random.happens(PAYMENT_RATE / 0.82);
    const firstAt = new Date(openedAt.getTime() + (1 + random.next() ** 4 * 900) * MINUTE_MS);
    subscribers.push({
      id: idOf(name),
      email: `${plain(firstName)}.${plain(lastName)}${subscribers.length + 1}@${HISTORY_DOMAIN}`,
      firstName,
      lastName,
      model,
      tracking: {
        clickId: source,
        affiliate: isLinked ? (slugs.get(affiliateId) ?? '') : '',
        pixelId: source === 'insta' ? 'PIX-77' : '',
      },
      attribution: {
        affiliateId,
        reason: affiliateId === null ? 'none' : isLinked ? 'sub2' : 'model-owner',
      },
      registeredAt,
      checkout: opens ? { reference: idOf(`checkout ${name}`).replaceAll('-', ''), openedAt } : null,
      movements: pays ? movementsOf(name, firstAt, end, random) : [],
    });
  };

  for (let back = HISTORY_DAYS - 1; back >= 0; back -= 1) {
    const day = addDays(lastDay, -back);
    const weekday = WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? 1;
    const level = FIRST_LEVEL + ((LAST_LEVEL - FIRST_LEVEL) * (HISTORY_DAYS - back)) / HISTORY_DAYS;
    for (const model of models)
      for (const [index, source] of [...new Set(SOURCES)].entries()) {
        const share = (SOURCES.filter((each) => each === source).length / SOURCES.length) * (model.weight / total);
        const count = random.about(VISITS_A_DAY * weekday * level * share);
        if (count === 0) continue;
        // One source of the administrator's models is an affiliate's link.
        const affiliateId = model.affiliateId ?? (index === 1 ? (affiliates[0]?.id ?? null) : null);
        const isForeign = model.affiliateId === null && affiliateId !== null;
        visits.push({
          day,
          affiliateId,
          modelSlug: model.slug,
          source,
          visits: count,
          clicks: source || isForeign ? count : 0,
        });
        for (let visitor = 0; visitor < count; visitor += 1)
          if (random.happens(REGISTRATION_RATE)) register(day, model, source, affiliateId);
      }
  }
  return { visits, subscribers };
};
