import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { OFTEN_COLLECTED_GATEWAY } from '../src/processes.ts';
import { OPTIONAL_SECRETS } from '../src/containers/secrets-of-processes.ts';

interface Container {
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  network_mode?: string;
  networks?: string[];
  privileged?: boolean;
  mem_limit?: string;
  pids_limit?: number;
  security_opt?: string[];
  cap_drop?: string[];
  read_only?: boolean;
  image: string;
}

const repository = join(import.meta.dirname, '..', '..');
const textOf = (file: string) => readFileSync(join(repository, file), 'utf8');
const containersOf = (file: string) =>
  Object.entries((parse(textOf(file), { merge: true }) as { services: Record<string, Container> }).services);

/** Returns the variables without which `docker compose up` fails. */
const requiredVariables = [
  ...new Set([...textOf('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+):\?/g)].map(([, name]) => name)),
];

describe('docker-compose.yml', () => {
  const platform = containersOf('docker-compose.yml');
  const sandbox = containersOf('docker-compose.sandbox.yml');
  const all = [...platform, ...sandbox];

  test('has a line in .env.example for each of its settings', () => {
    // Those of sandbox.env and of the profile `telemetry` stand in the heads of their files.
    const elsewhere = ['GRAFANA_PORT', 'JAEGER_PORT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];
    const settings = new Set(
      [...textOf('docker-compose.yml').matchAll(/\$\{([A-Z\d_]+)[:}]/g)].map(([, name = '']) => name),
    );
    expect([...settings].filter((name) => !(name in parseEnv(textOf('.env.example')))).sort()).toEqual(elsewhere);
  });

  test('starts the gateway with the options of Node that `npm start` and a cluster give it', () => {
    const [, gateway] = platform.find(([name]) => name === 'gateway') ?? [];
    const { NODE_OPTIONS } = parseEnv(textOf('k8s/base/config/gateway.env'));
    expect([gateway?.environment?.NODE_OPTIONS, NODE_OPTIONS]).toEqual([
      OFTEN_COLLECTED_GATEWAY,
      OFTEN_COLLECTED_GATEWAY,
    ]);
  });

  test('publishes ports on the loopback address alone', () => {
    const ports = all.flatMap(([, container]) => container.ports ?? []);
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test('never sets development mode, nor a setting without which a production configuration is rejected', () => {
    for (const [name, { environment = {} }] of platform)
      expect({ name, ...environment }).not.toMatchObject({ NODE_ENV: expect.anything() as unknown });
    expect(JSON.stringify(platform)).not.toContain('DEVELOPMENT_MODE');
    expect(platform.map(([name]) => name)).not.toEqual(expect.arrayContaining(['mailbox']));
  });

  test('passes secrets as files alone, never in the environment', () => {
    const secret = /SECRET|PASSWORD|KEY|TOKEN|PIXELS|DATABASE_URL|MONGO_URL|RABBIT_URL|SMTP_URL|DATABASE/;
    // Public key sets, and names of files. Secrets of .env reach the container that writes them into files.
    const harmless = /^(IDENTITY|AFFILIATE)_JWKS_URL$|_FILE$/;
    for (const [name, { environment = {} }] of all)
      expect(Object.keys(environment).filter((variable) => secret.test(variable) && !harmless.test(variable))).toEqual(
        name === 'secrets' ? ['SMTP_URL', ...OPTIONAL_SECRETS] : [],
      );
  });

  test('gives each container the volume with its own secrets alone, read-only', () => {
    for (const [name, { volumes = [] }] of all.filter(([name]) => name !== 'secrets')) {
      const secrets = volumes.filter((volume) => volume.startsWith('secrets'));
      const owner = name.replace(/-migrate$/, '');
      for (const volume of secrets) expect(volume).toMatch(new RegExp(`^secrets-${owner}:[^:]+:ro$`));
    }
  });

  test('demands a password of every server', () => {
    const servers = Object.fromEntries(platform);
    expect(servers.postgres?.environment).toHaveProperty('POSTGRES_PASSWORD_FILE');
    expect(servers.postgres?.environment).not.toHaveProperty('POSTGRES_HOST_AUTH_METHOD');
    expect(servers.mongodb?.environment).toHaveProperty('MONGO_INITDB_ROOT_PASSWORD_FILE');
    expect(servers.rabbitmq?.volumes).toContain('secrets-rabbitmq:/etc/rabbitmq/conf.d:ro');
  });

  test('keeps the servers in networks that lead nowhere outside', () => {
    const { networks } = parse(textOf('docker-compose.yml'), { merge: true }) as {
      networks: Record<string, { internal?: boolean } | null>;
    };
    for (const server of ['postgres', 'mongodb', 'rabbitmq']) {
      expect(networks[server]).toEqual({ internal: true });
      expect(Object.fromEntries(platform)[server]?.networks).toEqual([server]);
    }
  });

  test('bounds each container in memory and processes and takes its privileges away', () => {
    // Changes of containers declared in docker-compose.yml have no image.
    for (const [name, container] of all.filter(([, { image }]) => image !== undefined)) {
      expect({ name, ...container }).toMatchObject({
        mem_limit: expect.any(String) as unknown,
        pids_limit: expect.any(Number) as unknown,
        security_opt: ['no-new-privileges:true'],
      });
      expect(container.privileged).toBeUndefined();
      if (container.image.startsWith('coulisses/'))
        expect({ name, ...container }).toMatchObject({ cap_drop: ['ALL'], read_only: true });
    }
  });

  test.each(['.env.example', 'sandbox.env'])('finds every variable that it requires in %s', (file) => {
    const settings = parseEnv(textOf(file));
    expect(requiredVariables.length).toBeGreaterThan(0);
    for (const variable of requiredVariables) expect(settings[variable ?? '']).toBeTruthy();
  });

  test('takes the sandbox in through sandbox.env alone', () => {
    expect(parseEnv(textOf('sandbox.env')).COMPOSE_FILE).toBe('docker-compose.yml:docker-compose.sandbox.yml');
    expect(parseEnv(textOf('.env.example'))).not.toHaveProperty('COMPOSE_FILE');
    for (const name of ['partner', 'mailbox', 'demo'])
      expect(platform.map(([container]) => container)).not.toContain(name);
  });
});
