import { setTimeout as pause } from 'node:timers/promises';
import type { Sessions } from '../platform/sessions.ts';
import type { Site } from '../platform/site.ts';
import { createLegitimateClient } from './legitimate-client.ts';
import type { Measured } from './legitimate-client.ts';
import { createScenarios } from './scenarios.ts';
import type { SlowScenario } from './scenarios.ts';
import { openSlowConnections } from './slow-connections.ts';

/** Maximum factor by which slow clients may raise the 95th percentile of a legitimate client, */
export const MAX_FACTOR = 4;
/** unless it stays below this: the budget of pages. */
export const ALWAYS_GOOD_MS = 250;

const ADDRESSES = Array.from({ length: 8 }, (_, index) => `127.0.3.${index + 1}`);
const SETTLE_MS = 300;

export interface ScenarioResult {
  name: string;
  connections: number;
  p95Ms: number;
  requests: number;
  faults: string[];
}

export interface SlowClientsResult {
  /** Measured without slow clients. */
  alone: Measured;
  scenarios: ScenarioResult[];
}

interface ScenarioOptions {
  site: Site;
  sessions: Sessions;
  /** Duration of each measurement. */
  measureMs: number;
  /** Selects scenarios; all when absent. */
  isChosen?: (scenario: SlowScenario) => boolean;
}

/** Measures a legitimate client without slow clients, and then with those of each scenario. */
export const runScenarios = async ({
  site,
  sessions,
  measureMs,
  isChosen = () => true,
}: ScenarioOptions): Promise<SlowClientsResult> => {
  const client = await createLegitimateClient(site, sessions);
  // The first requests fill caches.
  await client.measure(measureMs / 4);
  const alone = await client.measure(measureMs);
  const limitMs = Math.max(ALWAYS_GOOD_MS, MAX_FACTOR * alone.p95Ms);
  const scenarios: ScenarioResult[] = [];
  for (const scenario of (await createScenarios(site, sessions)).filter(isChosen)) {
    const slow = openSlowConnections(site, scenario, ADDRESSES);
    try {
      await pause(SETTLE_MS);
      const connections = slow.open();
      const { p95Ms, requests, failures } = await client.measure(measureMs);
      scenarios.push({
        name: scenario.name,
        connections,
        p95Ms,
        requests,
        faults: [
          ...(p95Ms > limitMs ? [`95 % within ${Math.round(p95Ms)} ms, limit ${Math.round(limitMs)} ms`] : []),
          ...new Set(failures),
        ],
      });
    } finally {
      slow.close();
    }
  }
  return { alone, scenarios };
};

/** Time after which no connection of these scenarios may still be open: the gateway's deadlines plus the interval of its checks. */
const ENDED_WITHIN_MS: Readonly<Record<string, number>> = {
  'connections without a byte': 40_000,
  'half a request': 40_000,
  'slow fields': 40_000,
  'slow login': 15_000,
  'slow chunks': 15_000,
};

/** Waits until the site has closed slow connections itself. */
export const findLastingConnections = async (site: Site, sessions: Sessions): Promise<ScenarioResult[]> => {
  const scenarios = (await createScenarios(site, sessions)).filter(({ name }) => name in ENDED_WITHIN_MS);
  return Promise.all(
    scenarios.map(async (scenario) => {
      const startedAt = performance.now();
      const slow = openSlowConnections(site, { ...scenario, connections: 2 }, ADDRESSES);
      const limitMs = ENDED_WITHIN_MS[scenario.name] ?? 0;
      while (slow.open() > 0 && performance.now() - startedAt < limitMs) await pause(250);
      const open = slow.open();
      slow.close();
      return {
        name: `end of ${scenario.name}`,
        connections: 2 * ADDRESSES.length,
        p95Ms: performance.now() - startedAt,
        requests: 0,
        faults: open === 0 ? [] : [`${open} connections still open after ${limitMs / 1000} s`],
      };
    }),
  );
};
