import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import amqp from 'amqplib';
import { launch } from '../child.ts';
import { waitUntil } from '../wait-until.ts';
import type { Server, ServerOptions } from './server.ts';

/** Returns Debian's script that does not switch the user, or the one on the PATH (other distributions, Homebrew). */
const findServer = (): string => {
  const candidates = [
    '/usr/lib/rabbitmq/bin',
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/local/sbin',
    '/opt/homebrew/sbin',
  ];
  const folder = candidates.find((candidate) => existsSync(join(candidate, 'rabbitmq-server')));
  if (!folder) throw new Error('RabbitMQ is not installed: install the package rabbitmq-server, or set RABBIT_URL');
  return join(folder, 'rabbitmq-server');
};

interface RabbitOptions extends ServerOptions {
  /** Further ports: between nodes, and of Erlang's port mapper. */
  distPort: number;
  epmdPort: number;
}

const environment = ({ dir, port, distPort, epmdPort }: RabbitOptions): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: join(dir, 'home'),
  RABBITMQ_NODENAME: 'stack@localhost',
  RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
  RABBITMQ_NODE_PORT: String(port),
  RABBITMQ_DIST_PORT: String(distPort),
  ERL_EPMD_PORT: String(epmdPort),
  ERL_EPMD_ADDRESS: '127.0.0.1',
  RABBITMQ_MNESIA_BASE: join(dir, 'mnesia'),
  RABBITMQ_LOG_BASE: join(dir, 'log'),
  RABBITMQ_SCHEMA_DIR: join(dir, 'schema'),
  RABBITMQ_GENERATED_CONFIG_DIR: join(dir, 'config'),
  RABBITMQ_CONFIG_FILE: join(dir, 'rabbitmq'),
  RABBITMQ_ENABLED_PLUGINS_FILE: join(dir, 'enabled_plugins'),
  RABBITMQ_PID_FILE: join(dir, 'pid'),
  RABBITMQ_CONF_ENV_FILE: join(dir, 'none'),
  RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 2:2 +sbwt none +A 8 -kernel inet_dist_use_interface {127,0,0,1}',
  // Makes the script exec the broker instead of waiting for it: its pid is then the broker's, and a kill leaves no child.
  RUNNING_UNDER_SYSTEMD: 'true',
});

const responses = async (url: string) => {
  const connection = await amqp.connect(url, { timeout: 2_000 });
  await connection.close();
};

export const rabbitmqUrl = (port: number): string => `amqp://guest:guest@127.0.0.1:${port}`;

// Starts the port mapper first, in the same process group: otherwise the broker starts one as a daemon, which outlives it.
const SCRIPT = 'epmd -port "$ERL_EPMD_PORT" -address 127.0.0.1 & exec "$0"';

/**
 * Starts one RabbitMQ node on a folder, with its own port mapper that ends with it.
 * @throws when it cannot be started; `log` has the reason
 */
export const startRabbitmq = async (options: RabbitOptions): Promise<Server> => {
  const { dir, port, log } = options;
  const server = findServer();
  mkdirSync(join(dir, 'home'), { recursive: true });
  writeFileSync(join(dir, 'enabled_plugins'), '[].\n');
  writeFileSync(join(dir, 'rabbitmq.conf'), 'log.console = true\nlog.console.level = warning\nlog.file = false\n');
  const running = await launch({
    command: 'sh',
    args: ['-c', SCRIPT, server],
    env: environment(options),
    cwd: dir,
    log,
  });
  const url = rabbitmqUrl(port);
  return {
    ...running,
    url,
    ready: () =>
      waitUntil('RabbitMQ', () => responses(url), { deadlineMs: 120_000, everyMs: 200, ended: running.exited }),
  };
};
