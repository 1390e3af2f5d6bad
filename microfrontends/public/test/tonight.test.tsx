import { describe, expect, test } from '@jest/globals';
import type { ModelView } from 'contracts/models';
import { tonight } from '../src/features/models/tonight.ts';
import { modelOf } from 'web-kit/testing/model';

const on = (name: string, live_schedule_start: string, live_schedule_end = '23:59', is_live = false): ModelView => ({
  ...modelOf(),
  name,
  is_live,
  live_schedule_start,
  live_schedule_end,
});
const models = [
  on('Late', '23:30', '02:00'),
  on('Evening', '21:00'),
  on('Morning', '10:00', '11:00'),
  on('Night', '02:00', '03:00'),
  on('Never', '20:00', '20:00'),
  on('Live', '09:00', '23:00', true),
];
const at = (instant: string) => tonight(models, Date.parse(instant)).map(({ model }) => model.name);

describe('tonight', () => {
  test.each([
    // Paris is one hour ahead in winter, two in summer.
    ['an afternoon', '2026-01-10T14:00:00Z', ['Live', 'Evening', 'Late', 'Night']],
    ['a summer evening', '2026-07-10T20:00:00Z', ['Live', 'Late', 'Night']],
    [
      'after midnight, the evening of that day',
      '2026-01-10T00:30:00Z',
      ['Live', 'Night', 'Morning', 'Evening', 'Late'],
    ],
    ['the night of the clock change', '2026-03-28T19:30:00Z', ['Live', 'Evening', 'Late', 'Night']],
  ])('lists the lives of tonight, case: %s', (_when, instant, names) => {
    expect(at(instant)).toEqual(names);
  });
});
