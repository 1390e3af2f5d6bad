import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../folders.ts';

const run = promisify(execFile);
const project = join(repository, 'stack', 'mongo-standin');
const source = join(project, 'src', 'main', 'java', 'coulisses', 'MongoStandIn.java');

/**
 * Downloads the libraries of the MongoDB stand-in and compiles it, once per version of its sources.
 * @returns the folder with `lib` and `classes`
 * @throws when Maven or the Java compiler is missing or fails
 */
export const buildStandIn = async (print: (line: string) => void): Promise<string> => {
  const version = createHash('sha256')
    .update(readFileSync(join(project, 'pom.xml')))
    .update(readFileSync(source))
    .digest('hex')
    .slice(0, 12);
  const target = join(project, 'target');
  const built = join(target, version);
  if (existsSync(built)) return built;
  print('building the MongoDB stand-in (Maven)');
  mkdirSync(target, { recursive: true });
  const fresh = mkdtempSync(join(target, 'build-'));
  try {
    await run('mvn', ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${join(fresh, 'lib')}`], {
      cwd: project,
    });
    await run('javac', ['--release', '17', '-cp', join(fresh, 'lib', '*'), '-d', join(fresh, 'classes'), source]);
    // Another process of this clone may have finished first: its folder is equivalent.
    if (!existsSync(built)) renameSync(fresh, built);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return built;
};

/** Returns the command that runs a built stand-in; without a file it stores its data in memory. */
export const standInCommand = (built: string, { port, file }: { port: number; file: string | undefined }) => {
  const classPath = [join(built, 'classes'), join(built, 'lib', '*')].join(delimiter);
  const memory = file ? '-Xmx128m' : '-Xmx320m';
  return {
    command: 'java',
    args: [
      memory,
      '-XX:+UseSerialGC',
      // For runs of minutes, the optimising compiler costs more than it saves: a write takes 1.4 ms of CPU with it, 0.7 without.
      '-XX:TieredStopAtLevel=1',
      '-Dslf4j.internal.verbosity=ERROR',
      '-cp',
      classPath,
      'coulisses.MongoStandIn',
      String(port),
      ...(file ? [file] : []),
    ],
  };
};
