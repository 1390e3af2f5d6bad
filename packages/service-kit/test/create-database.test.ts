import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createDatabase } from '../src/create-database.ts';

const server = new URL(process.env.POSTGRES_URL ?? 'POSTGRES_URL is missing');
const asAdministrator = async (sql: string) => {
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows as unknown[];
};

describe('createDatabase', () => {
  const name = `kit_${randomUUID().replaceAll('-', '')}`;
  let connectedTo: string[] = [];
  /** Open sockets of the proxy, which forwards to the server and records the database that each startup message names. */
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    sockets.add(socket);
    const upstream = connect(Number(server.port || 5432), server.hostname);
    socket.once('data', (message) =>
      connectedTo.push(/database\0([^\0]+)/.exec(message.toString('latin1'))?.[1] ?? 'none'),
    );
    socket
      .on('error', () => upstream.destroy())
      .pipe(upstream)
      .on('error', () => socket.destroy())
      .pipe(socket);
  });
  const url = () => {
    const address = new URL(server);
    address.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    address.pathname = `/${name}`;
    return address.href;
  };
  const exists = async () =>
    (await asAdministrator(`select 1 from pg_database where datname = '${name}'`)).length === 1;

  beforeEach(async () => {
    connectedTo = [];
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => proxy.close(resolve));
    await asAdministrator(`drop database if exists ${name} with (force)`);
  });

  test('creates a missing database', async () => {
    await createDatabase(url());
    expect(await exists()).toBe(true);
  });

  test('connects to no other database than its own where that exists', async () => {
    await asAdministrator(`create database ${name}`);
    await createDatabase(url());
    expect(connectedTo).toEqual([name]);
  });

  test('creates a database once when two processes find it missing', async () => {
    await Promise.all([createDatabase(url()), createDatabase(url())]);
    expect(await exists()).toBe(true);
  });
});
