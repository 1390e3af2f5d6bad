import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, findProgram } from './programs.mjs';
import { runStep } from './step.mjs';

const hasPostgres = () => {
  const debian = '/usr/lib/postgresql';
  return (
    findProgram('initdb') !== undefined ||
    (existsSync(debian) && readdirSync(debian).some((version) => existsSync(join(debian, version, 'bin', 'initdb'))))
  );
};

/** Programs that the stack uses beside npm packages. PostgreSQL may come from npm as well, so it is never required. */
const PROGRAMS = [
  { package: 'postgresql', present: hasPostgres, given: 'POSTGRES_URL', optional: true },
  { package: 'rabbitmq-server', present: () => findProgram('rabbitmq-server'), given: 'RABBIT_URL' },
  { package: 'ffmpeg', present: () => findProgram('ffmpeg') && findProgram('ffprobe') },
  { package: 'chromium-headless-shell', present: findChromium, browser: true },
];

/** One at a time on a machine, and without starting the daemons that Debian's packages start: the stack runs its own. */
const SCRIPT = `
exec 9>/var/lock/coulisses-apt.lock
flock 9
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\\nexit 101\\n' >"$policy"
  chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
export DEBIAN_FRONTEND=noninteractive
apt-get -q -o DPkg::Lock::Timeout=300 update &&
apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@"`;

/** The words before a command that make it root's, or undefined where that takes a password. */
const asRoot = () => {
  if (process.getuid?.() === 0) return [];
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
    return ['sudo', '-n'];
  } catch {
    return undefined;
  }
};

/**
 * Installs the Debian packages whose programs are missing.
 * @param {{ browser: boolean }} options whether a browser is needed (for the journeys)
 * @throws when something that is needed is missing and may not be installed
 */
export const installDebianPackages = async ({ browser }) => {
  const missing = PROGRAMS.filter(
    (program) => !(program.given && process.env[program.given]) && (browser || !program.browser) && !program.present(),
  );
  if (missing.length === 0) return;
  const names = missing.map((program) => program.package);
  const root = existsSync('/usr/bin/apt-get') ? asRoot() : undefined;
  if (!root) {
    const needed = missing.filter(({ optional }) => !optional).map((program) => program.package);
    if (needed.length === 0) return;
    throw new Error(
      `${needed.join(', ')} must be installed first, and this user may not:\n    sudo apt-get install --no-install-recommends ${needed.join(' ')}`,
    );
  }
  const [command, ...args] = [...root, 'sh', '-c', SCRIPT, 'install', ...names];
  await runStep({
    name: `Debian packages: ${names.join(', ')}`,
    log: 'install-debian.log',
    command,
    args,
    advice: `sudo apt-get install --no-install-recommends ${names.join(' ')}`,
  });
};
