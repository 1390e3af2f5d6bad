import type { ScenarioResult, SlowClientsResult } from '../slow-clients/run-scenarios.ts';
import type { AttackResult, Failure } from './run-cases.ts';

/** Number of failures printed with their bytes; the JSON contains all. */
const PRINTED_FAILURES = 20;
const BYTES_A_LINE = 16;
const PRINTED_BYTES = 640;

/** Formats bytes as `hexdump -C` does. */
export const hexdump = (text: string): string => {
  const bytes = Buffer.from(text, 'latin1');
  const lines = Array.from({ length: Math.ceil(Math.min(bytes.length, PRINTED_BYTES) / BYTES_A_LINE) }, (_, index) => {
    const part = bytes.subarray(index * BYTES_A_LINE, (index + 1) * BYTES_A_LINE);
    const hex = [...part].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const ascii = [...part].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    return `      ${(index * BYTES_A_LINE).toString(16).padStart(4, '0')}  ${hex.padEnd(BYTES_A_LINE * 3)} ${ascii}`;
  });
  if (bytes.length > PRINTED_BYTES) lines.push(`      ... ${bytes.length} bytes in all`);
  return lines.join('\n');
};

const failureText = ({ name, faults, segments }: Failure): string =>
  [`  ✗ ${name}`, ...faults.map((fault) => `      ${fault}`), ...segments.map(hexdump)].join('\n');

/** Formats one line per class, then the failures with the bytes to reproduce them. */
export const attackReport = ({ classes, failures, requests, durationMs }: AttackResult): string => {
  const total = classes.reduce((sum, { tried, held }) => ({ tried: sum.tried + tried, held: sum.held + held }), {
    tried: 0,
    held: 0,
  });
  const row = (name: string, tried: number, held: number) =>
    `  ${name.padEnd(40)} ${String(tried).padStart(6)} tried ${String(held).padStart(6)} held`;
  return [
    ...classes.map(({ className, tried, held }) => row(className, tried, held)),
    row('all', total.tried, total.held),
    `  ${requests} requests in ${Math.round(durationMs / 1000)} s`,
    ...(failures.length > 0 ? ['', ...failures.slice(0, PRINTED_FAILURES).map(failureText)] : []),
    ...(failures.length > PRINTED_FAILURES ? [`  ... and ${failures.length - PRINTED_FAILURES} more`] : []),
  ].join('\n');
};

const scenarioText = ({ name, connections, p95Ms, faults }: ScenarioResult): string =>
  [
    `  ${name.padEnd(40)} ${String(connections).padStart(6)} open  ${String(Math.round(p95Ms)).padStart(6)} ms`,
    ...faults.map((fault) => `      ✗ ${fault}`),
  ].join('\n');

/** Formats one line per scenario: its connections, and the 95th percentile of a legitimate client meanwhile. */
export const slowClientsReport = ({ alone, scenarios }: SlowClientsResult): string =>
  [
    `  ${'without slow clients'.padEnd(52)} ${String(Math.round(alone.p95Ms)).padStart(8)} ms`,
    ...scenarios.map(scenarioText),
  ].join('\n');
