import { parisDay } from 'contracts/days';
import { SMALL_SAMPLE } from 'contracts/overview';
import type { Happening, OverviewFigures } from 'contracts/overview';

/** Whether so few came by a source that its figures are those of single persons (docs/domain.md#small-samples). */
export const isSmallSample = ({ visits, registrations }: Pick<OverviewFigures, 'visits' | 'registrations'>): boolean =>
  Math.max(visits, registrations) < SMALL_SAMPLE;

/** Reduces a happening to what an affiliate may see: of a person the day alone, without the amount; of a live everything. */
export const withoutPerson = (happening: Happening): Happening => {
  if (happening.kind === 'live.started' || happening.kind === 'live.ended') return happening;
  const { currency: _currency, ...rest } = happening;
  return { ...rest, at: parisDay(happening.at), amount_cents: null };
};
