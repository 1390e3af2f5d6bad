import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';

const server = new URL(process.env.POSTGRES_URL ?? 'POSTGRES_URL is missing');

/** Runs the migration as its job does. */
const migrate = async (databaseUrl: string) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/migrate.ts')], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr), text(child.stdout)]);
  return { code: code as number, stderr };
};

const query = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
};

test('a migration that fails names the step and its cause in one line', async () => {
  const name = `billing_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(`/${name}`, server).href;
  await query(server.href, `create database ${name}`);
  try {
    await query(url, 'create view checkouts as select 1');
    const { code, stderr } = await migrate(url);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^billing: migration failed: migration \S+\.sql failed and was rolled back: relation "checkouts" already exists\n$/,
    );
  } finally {
    await query(server.href, `drop database ${name} with (force)`);
  }
});

test('a migration names the cause in one line where no database server is reachable', async () => {
  const { code, stderr } = await migrate('postgres://user:secret-password@127.0.0.1:1/billing');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^billing: migration failed: .*ECONNREFUSED.*\n$/);
  expect(stderr).not.toContain('secret-password');
});
