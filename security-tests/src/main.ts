import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { print, runCommand } from 'service-kit/run-command';
import { createCases, openRun } from './attack/cases.ts';
import { attackReport, hexdump, slowClientsReport } from './attack/report.ts';
import { createRowKinds } from './attack/row-kinds.ts';
import { runCases } from './attack/run-cases.ts';
import { openSessions } from './platform/sessions.ts';
import type { Sessions } from './platform/sessions.ts';
import { openSite } from './platform/site.ts';
import type { Site } from './platform/site.ts';
import { findLastingConnections, runScenarios } from './slow-clients/run-scenarios.ts';

const HELP = `Usage: npm run attack -- [options]

  Sends malformed, ambiguous and hostile requests over raw connections to every kind of row of the gateway's table, and compares
  what the services have received with what the gateway has forwarded; then holds slow connections from several loopback addresses
  beside a legitimate client. It reads the logs of the stack, so it runs on its machine (Linux).

Options
  --data-dir <folder>  of the stack (default DATA_DIR, else .data); where none runs, one is started for the attack
  --url <address>      another address of the same stack
  --case <name>        only cases whose name begins like this; prints the bytes of the first
  --slow-clients       only slow clients
  --list               prints the names of all cases

A stack of your own needs RATE_LIMIT_FACTOR=1000. Results: security-tests/results
`;

const MEASURE_MS = 4_000;
const out = join(import.meta.dirname, '..', 'results');
const save = (name: string, result: object) => {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, `${name}.json`), `${JSON.stringify({ at: new Date().toISOString(), ...result }, null, 2)}\n`);
};

const options = {
  'data-dir': { type: 'string' },
  url: { type: 'string' },
  case: { type: 'string' },
  'slow-clients': { type: 'boolean' },
  list: { type: 'boolean' },
} as const;

/** @returns the number of failures */
const attackRows = async (
  site: Site,
  sessions: Sessions,
  { prefix = '', isListed = false }: { prefix?: string; isListed?: boolean },
): Promise<number> => {
  const rows = await createRowKinds(site, sessions);
  const cases = createCases(rows).filter(({ name }) => name.startsWith(prefix));
  if (isListed) {
    for (const { name } of cases) print(name);
    return 0;
  }
  const run = openRun();
  const [first] = cases;
  if (prefix && first) print(`  ${first.name}\n${run.prepare(first).attempt.segments.map(hexdump).join('\n')}`);
  print(`  ${cases.length} cases against ${site.url}`);
  const result = await runCases({
    site,
    rows,
    cases,
    run,
    onProgress: (tried) => void process.stderr.write(`\r  ${tried} tried `),
  });
  process.stderr.write('\r');
  save('attack', { url: site.url, ...result });
  print(attackReport(result));
  return result.failures.length;
};

/** @returns the number of scenarios with a fault */
const attackSlowly = async (site: Site, sessions: Sessions): Promise<number> => {
  const measured = await runScenarios({ site, sessions, measureMs: MEASURE_MS });
  const result = { ...measured, scenarios: [...measured.scenarios, ...(await findLastingConnections(site, sessions))] };
  save('slow-clients', { url: site.url, ...result });
  print(slowClientsReport(result));
  return result.scenarios.filter(({ faults }) => faults.length > 0).length;
};

await runCommand({ help: HELP, options }, async ({ values }) => {
  const { site, stop } = await openSite({ url: values.url, dataDir: values['data-dir'] });
  try {
    const failures = values['slow-clients']
      ? 0
      : await attackRows(site, await openSessions(site), { prefix: values.case, isListed: values.list });
    const isWhole = values.case === undefined && !values.list;
    // Needs new sessions: the attack's many logins have ended the former ones.
    return failures + (isWhole ? await attackSlowly(site, await openSessions(site)) : 0) > 0 ? 1 : 0;
  } finally {
    await stop();
  }
});
