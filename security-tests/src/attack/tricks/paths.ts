import type { Trick, TrickClass } from '../attempt.ts';
import { INJECTED } from '../judge.ts';

/** Rows whose paths end in something that the client chooses. */
const PREFIXES = ['/', '/api/models/', '/api/affiliates/', '/api/affiliates/config/', '/partner/', '/uploads/blur/', '/uploads/items/', '/uploads/public/', '/remotes/public/', '/remotes/admin/', '/assets/', '/api/upload/state/nina/', '/api/', '/nina/'];
/** Ends of a path that one parser reads as another path, another file or a line of a header. */
const ENDS = [
  // Dots
  '.', '..', '...', './', '../', '../metrics', '../../metrics', '%2e', '%2E%2e', '%2e%2e/metrics', '%2e./metrics', '.%2e/metrics', '%2e%2e%2fmetrics', '..%2fmetrics', '..%2f..%2fmetrics', '%252e%252e%252fmetrics', '..%252fmetrics', '%25252e', '....//metrics', '..;/metrics', ';/../metrics', '..;a=b/metrics',
  '%2e%2e;/metrics', '.%00./metrics', '..%00/metrics', '..%0d/metrics', '..%09/metrics', 'x/../metrics', 'x/%2e%2e/metrics', 'x/..', 'x/.',
  // Slashes and backslashes
  '/', '//', '/metrics', '//metrics', '///evil.example', 'x//y', 'x/', 'x//', '%2f', '%2F', 'x%2fy', '%2fmetrics', '%252f', '%5c', '\\', 'x\\y', '..\\metrics', '..%5cmetrics', '%2e%2e\\%2e%2e\\metrics', '%2e%2e%5c%2e%2e%5cmetrics', '\\evil.example', '/\\evil.example', '%5cevil.example', '%5c%5cevil.example',
  // Fragments, queries and parameters
  '#', '#x', 'x#y', '%2e%2e\\%2e%2e\\metrics#.webp', '#/../../metrics', '%23', 'x%23y', '?', '??', '?#', 'x?y#z', '%3f', 'x%3fy', ';', ';a=b', 'x;a', 'x;a=b', 'x;.css', 'x;/y', '?a\\b', '?%00', '?a=%0d%0a',
  // NUL, controls and line ends
  '%00', 'x%00', 'x%00.webp', '\0', 'x\0y', '%01', '%1f', '%7f', '\x7f', '%0a', '%0d%0a', `%0d%0a${INJECTED}:%201`, `x%0d%0a${INJECTED}:%201%0d%0a%0d%0a<b>`, '%e5%98%8a%e5%98%8d', '%09', '%20', '+', '%0b', '%85',
  // Encodings
  '%', '%1', '%zz', '%g0', '%u0041', '%uff0e%uff0e', '%%32%65', '%c0%ae%c0%ae/metrics', '%c0%af', '%e0%80%af', '%f0%80%80%af', '%c1%9c', '%ff', '%fe%ff', '%80', '%ed%a0%80', '%ed%a0%bd%ed%b8%80', '%f4%90%80%80', '%ef%bc%8f', '%ef%bc%8emetrics', '%e2%80%ae', '%c3%a9', '%C3%A9', '\x80', '\xe9', '\xc3\xa9', '\xff',
  // Case and canonical spelling
  'A', 'NINA', '%6eina', '%4eina', 'nina%2f', 'nina%20', 'nina.', 'nina%2e', 'Nina/', 'nina;', 'nina%00', 'n%69na', '%7Enina',
  // What belongs to a service itself
  'metrics', 'health/ready', 'health/live', '.well-known/jwks.json', '%2ewell-known/jwks.json', '.env', '.git/config', 'package.json', 'src/main.ts', 'node_modules/express/package.json', '.not-found/page', '.not-found/%70age', 'api/metrics',
  // Names that objects have by themselves
  '__proto__', 'constructor', 'hasOwnProperty', 'toString', 'null', 'undefined', 'NaN', '-1', '0', '*', '**', '$where', '[object Object]',
  // Templates, scripts and queries
  '{{7*7}}', '${7*7}', '<script>', '%3Cscript%3E', "'", '%27--', '"', '`', '|', '^', "'or'1'='1", '%24%7Bjndi:ldap://x%7D',
  // Length
  'a'.repeat(200), 'a'.repeat(201), '%61'.repeat(200), 'a/'.repeat(300), 'a'.repeat(8_000), 'a'.repeat(9_000),
];
const STATUSES = [200, 301, 400, 401, 404, 405, 431];

export const paths: TrickClass = {
  name: 'path',
  tricks: PREFIXES.flatMap((prefix) =>
    ENDS.map((end): Trick => {
      const target = prefix + end;
      return {
        name: target.length > 60 ? `${target.slice(0, 40)}... (${target.length} characters)` : target,
        // A path chooses its row by itself.
        on: ({ name }) => name === 'own',
        attempt: (draft) => ({ segments: [draft.request({ target })], expects: 'consistent', statuses: STATUSES }),
      };
    }),
  ),
};
