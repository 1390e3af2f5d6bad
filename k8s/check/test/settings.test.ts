import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MICROFRONTENDS } from 'contracts/pages';
import { SERVICE_NAMES } from 'contracts/services';
import { processSettings } from 'service-kit/config';
import { parse } from 'yaml';
import { z } from 'zod';
import { config as gateway } from '../../../gateway/src/config.ts';
import { config as affiliate } from '../../../services/affiliate/src/config.ts';
import { config as billing } from '../../../services/billing/src/config.ts';
import { config as catalogue } from '../../../services/catalogue/src/config.ts';
import { config as identity } from '../../../services/identity/src/config.ts';
import { config as media, workerConfig } from '../../../services/media/src/config.ts';
import { shellConfig } from '../../../shell/src/server/config.ts';

const repository = join(import.meta.dirname, '..', '..', '..');
const textOf = (file: string) => readFileSync(join(repository, file), 'utf8');

/** Settings of every process that no schema contains (service-kit/stopping.ts, OpenTelemetry, Node). */
const OTHERS = [
  'DRAIN_SECONDS',
  'STOP_SECONDS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'NODE_OPTIONS',
];
const namesOf = (schema: unknown): string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(namesOf) : [];
};
const SETTINGS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    gateway,
    affiliate,
    billing,
    catalogue,
    identity,
    media,
    'media-worker': workerConfig,
    shell: shellConfig,
    ...Object.fromEntries(MICROFRONTENDS.map((name) => [`mf-${name}`, z.object(processSettings)])),
  }).map(([name, schema]) => [name, new Set([...namesOf(schema), ...OTHERS])]),
);
const NAMES = Object.keys(SETTINGS);

/** Returns the settings that a process is given but does not read. */
const unread = (name: string, given: readonly string[]): string[] =>
  given.map((variable) => variable.replace(/_FILE$/, '')).filter((setting) => !SETTINGS[name]?.has(setting));

describe('the settings of the containers', () => {
  test.each(NAMES)('of a cluster are read by %s', (name) => {
    const given = textOf(`k8s/base/config/${name}.env`).match(/^[A-Z\d_]+(?==)/gm) ?? [];
    expect(given.length).toBeGreaterThan(0);
    expect(unread(name, given)).toEqual([]);
  });

  test.each(['docker-compose.yml', 'docker-compose.sandbox.yml'])('of %s are read by their processes', (file) => {
    const { services } = parse(textOf(file), { merge: true }) as {
      services: Record<string, { environment?: Record<string, string> }>;
    };
    const given = Object.entries(services).filter(([name]) => NAMES.includes(name));
    expect(given.length).toBeGreaterThan(0);
    for (const [name, { environment = {} }] of given)
      expect({ name, unread: unread(name, Object.keys(environment)) }).toEqual({ name, unread: [] });
  });
});

describe('docs/configuration.md', () => {
  /** Processes by the words of the column "of". */
  const GROUPS: Readonly<Record<string, readonly string[]>> = {
    all: NAMES,
    services: SERVICE_NAMES,
    worker: ['media-worker'],
  };
  const rows = textOf('docs/configuration.md')
    .split('\n')
    .flatMap((line) => {
      const [, names = '', of = ''] = /^\| (.*?) \| (.*?) \| /.exec(line) ?? [];
      return [...names.matchAll(/`([A-Z\d_]+)`/g)].map(([, setting = '']) => ({
        setting,
        processes: of.split(', ').flatMap((word) => GROUPS[word] ?? [word]),
      }));
    });

  test('names every setting', () => {
    const documented = new Set(rows.map(({ setting }) => setting));
    const missing = NAMES.flatMap((name) => [...(SETTINGS[name] ?? [])])
      // Addresses of other processes have one row; the development server's is no operator's.
      .filter((setting) => !documented.has(setting) && !/^(?:[A-Z]+|REMOTE_[A-Z]+|SHELL_ASSETS)_URL$/.test(setting));
    expect([...new Set(missing)]).toEqual([]);
  });

  test('names no process that does not read the setting', () => {
    expect(
      rows.flatMap(({ setting, processes }) =>
        processes.flatMap((name) => (SETTINGS[name]?.has(setting) ? [] : [`${setting}: ${name}`])),
      ),
    ).toEqual([]);
  });
});
