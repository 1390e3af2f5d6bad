import type { Scenario, Threshold } from 'k6/options';
import { journeyCount } from './journeys.ts';

interface Shape {
  /** Question behind a run of this shape. */
  question: string;
  scenario: Scenario;
  /** Thresholds that fail the run when missed. */
  thresholds: Record<string, Threshold[]>;
}

/** 95th percentiles in milliseconds by kind of request, on the two cores of the smallest machine. */
const LATENCIES: Record<string, Threshold[]> = {
  'http_req_duration{kind:cached}': ['p(95)<150'],
  'http_req_duration{kind:page}': ['p(95)<250'],
  'http_req_duration{kind:read}': ['p(95)<400'],
  'http_req_duration{kind:media}': ['p(95)<400'],
  'http_req_duration{kind:login}': ['p(95)<800'],
  'http_req_duration{kind:write}': ['p(95)<800'],
  'http_req_duration{kind:upload}': ['p(95)<8000'],
  unlock_lag: ['p(95)<5000'],
};
const NO_ERRORS: Record<string, Threshold[]> = { checks: ['rate==1'], http_req_failed: ['rate==0'] };
const FEW_ERRORS: Record<string, Threshold[]> = { checks: ['rate>0.999'], http_req_failed: ['rate<0.001'] };

/** @param stages journeys begun per second, and the duration of the ramp to that rate */
const arriving = (...stages: [target: number, duration: string][]): Scenario => ({
  executor: 'ramping-arrival-rate',
  startRate: stages[0]?.[0] ?? 1,
  timeUnit: '1s',
  preAllocatedVUs: 50,
  maxVUs: 400,
  stages: stages.map(([target, duration]) => ({ target, duration })),
});

export const SHAPES: Record<string, Shape> = {
  smoke: {
    question: 'Does every journey work, once each?',
    scenario: { executor: 'shared-iterations', vus: 1, iterations: journeyCount, maxDuration: '2m' },
    thresholds: NO_ERRORS,
  },
  load: {
    question: 'Does an evening with an advertisement running stay quick?',
    scenario: arriving([2, '10s'], [20, '30s'], [20, '2m'], [0, '10s']),
    thresholds: { ...FEW_ERRORS, ...LATENCIES },
  },
  stress: {
    question: 'Where does it begin to slow down, and does it then reject rather than break?',
    scenario: arriving([10, '20s'], [30, '1m'], [60, '1m'], [90, '1m'], [0, '20s']),
    thresholds: { 'http_req_duration{kind:cached}': ['p(95)<1000'], checks: ['rate>0.9'] },
  },
  spike: {
    question: 'Does it live through a link in a large Telegram channel, and is it itself again right after?',
    scenario: arriving([5, '15s'], [60, '5s'], [60, '20s'], [5, '5s'], [5, '30s']),
    thresholds: {
      checks: ['rate>0.99'],
      http_req_failed: ['rate<0.01'],
      'http_req_duration{kind:cached}': ['p(95)<500'],
    },
  },
  soak: {
    question: 'Is it after an hour what it was at the beginning?',
    scenario: arriving([10, '30s'], [10, '1h'], [0, '10s']),
    thresholds: { ...FEW_ERRORS, ...LATENCIES },
  },
};
