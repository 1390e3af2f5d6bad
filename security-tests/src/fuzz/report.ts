import type { FuzzResult } from './run-fuzz.ts';

const MAX_OPERATION_LENGTH = 34;

/** Formats the statuses of each operation, the findings, and the figures of the run. */
export const fuzzReport = (
  { inputs, requests, statuses, findings }: FuzzResult,
  { seed, seconds }: { seed: number; seconds: number },
): string =>
  [
    ...Object.entries(statuses).map(
      ([operation, counts]) =>
        `  ${operation.padEnd(MAX_OPERATION_LENGTH)}${Object.entries(counts)
          .map(([status, count]) => `${status} ×${count}`)
          .join('  ')}`,
    ),
    ...findings.flatMap(({ operation, role, fault, curl }) => [
      `  ✗ ${operation} as ${role}`,
      `    ${fault}`,
      ...(curl === '' ? [] : [`    ${curl}`]),
    ]),
    `  ${inputs} inputs, ${requests} requests in ${seconds.toFixed(0)} s (${(requests / seconds).toFixed(0)} per second), ${findings.length} findings, seed ${seed}`,
  ].join('\n');
