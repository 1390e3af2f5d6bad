import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { createRunModel, deleteRunModel } from './journeys/affiliate.ts';
import type { RunModel } from './journeys/affiliate.ts';
import { runNextJourney, goSomewhere } from './journeys.ts';
import { SHAPES } from './shapes.ts';

const name = __ENV.SHAPE || 'smoke';
const shape = SHAPES[name];
if (!shape) throw new Error(`There is no shape "${name}": ${Object.keys(SHAPES).join(', ')}`);

export const options: Options = {
  scenarios: { [name]: shape.scenario },
  thresholds: shape.thresholds,
  summaryTrendStats: ['min', 'med', 'avg', 'p(95)', 'p(99)', 'max', 'count'],
  // A virtual user is one person, whose cookies last as long as it runs.
  noCookiesReset: true,
};

export const setup = (): RunModel | null => createRunModel();

export default function journey(model: RunModel | null): void {
  if (name === 'smoke') runNextJourney(exec.scenario.iterationInTest, model);
  else goSomewhere(model);
}

export const teardown = (model: RunModel | null): void => {
  if (model) deleteRunModel(model);
};
