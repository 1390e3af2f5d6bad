import { upload, workInPanel } from './journeys/affiliate.ts';
import type { RunModel } from './journeys/affiliate.ts';
import { pay, payWithRepeatedPostback, register, watch } from './journeys/subscriber.ts';
import { browse, openModel } from './journeys/visitor.ts';

/** Journeys and their weights, in percent of all: the single source. */
const JOURNEYS: { name: string; weight: number; go: (model: RunModel | null) => unknown }[] = [
  { name: 'browse', weight: 38, go: browse },
  { name: 'model', weight: 34, go: openModel },
  { name: 'register', weight: 5, go: register },
  { name: 'pay', weight: 3, go: () => pay() },
  { name: 'watch', weight: 13, go: watch },
  { name: 'panel', weight: 4, go: workInPanel },
  { name: 'upload', weight: 1, go: upload },
  { name: 'postback', weight: 2, go: payWithRepeatedPostback },
];
const ALL = JOURNEYS.reduce((sum, { weight }) => sum + weight, 0);

export const goSomewhere = (model: RunModel | null): void => {
  let left = Math.random() * ALL;
  for (const { weight, go } of JOURNEYS) {
    left -= weight;
    if (left < 0) return void go(model);
  }
};

export const journeyCount = JOURNEYS.length;
/** Runs the journeys in rotation. @param turn running number */
export const runNextJourney = (turn: number, model: RunModel | null): void =>
  void JOURNEYS[turn % JOURNEYS.length]?.go(model);
