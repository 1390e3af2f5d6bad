import { addDays, countDays, parisDay, PERIOD_DEFAULT_DAYS, PERIOD_MAX_DAYS } from 'contracts/days';
import { AppError } from 'service-kit/errors';

/** Days in Europe/Paris, both counted. */
export interface Period {
  from: string;
  to: string;
}

const reject = (text: string): never => {
  throw new AppError('VALIDATION_FAILED', { text });
};

/**
 * The requested period: until today without an end, thirty days without a beginning.
 * @param now milliseconds
 * @throws AppError VALIDATION_FAILED when it ends before it begins or is too long
 */
export const periodOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }, now: number): Period => {
  const last = to ?? parisDay(now);
  const first = from ?? addDays(last, 1 - PERIOD_DEFAULT_DAYS);
  const days = countDays(first, last);
  if (days < 1) reject('La période se termine avant de commencer');
  if (days > PERIOD_MAX_DAYS) reject(`La période ne peut pas dépasser ${PERIOD_MAX_DAYS} jours`);
  return { from: first, to: last };
};

/** The same number of days, just before. */
export const periodBefore = ({ from, to }: Period): Period => ({
  from: addDays(from, -countDays(from, to)),
  to: addDays(from, -1),
});
