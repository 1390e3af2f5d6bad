import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer } from 'node:tls';
import type { TlsOptions } from 'node:tls';

const SCRIPT = join(import.meta.dirname, '..', '..', 'check-tls.sh');

let folder: string;
let certificate: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-tls-'));
  certificate = join(folder, 'certificate.pem');
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the script against a server with these options, whose certificate the machine trusts or not. */
const check = async (options: TlsOptions, { isTrusted = true } = {}) => {
  const server = createServer(
    { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(certificate), ...options },
    (socket) => socket.on('error', () => socket.destroy()).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  try {
    const child = spawn(SCRIPT, ['localhost', String((server.address() as AddressInfo).port)], {
      env: { ...process.env, ...(isTrusted && { SSL_CERT_FILE: certificate }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, status] = await Promise.all([
      text(child.stdout),
      new Promise((resolve) => child.once('close', resolve)),
    ]);
    return {
      status,
      faults: output
        .split('\n')
        .filter((line) => line.includes('FAULT'))
        .map((line) => line.replace(/^ *FAULT */, '')),
    };
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
};

describe('check-tls.sh', () => {
  test('accepts TLS 1.2 and 1.3 with a trusted certificate', async () => {
    expect(await check({ ciphers: 'TLS_AES_256_GCM_SHA384:ECDHE+AESGCM:ECDHE+CHACHA20' })).toEqual({
      status: 0,
      faults: [],
    });
  });

  test('reports a certificate without a trusted issuer', async () => {
    expect(await check({ ciphers: 'TLS_AES_256_GCM_SHA384:ECDHE+AESGCM' }, { isTrusted: false })).toEqual({
      status: 1,
      faults: ['the certificate is trusted and names localhost'],
    });
  });

  test('reports former versions of TLS and weak cipher suites', async () => {
    const { status, faults } = await check({ minVersion: 'TLSv1', ciphers: 'TLS_AES_256_GCM_SHA384:ALL:@SECLEVEL=0' });
    expect(status).toBe(1);
    expect(faults).toEqual([
      'TLS 1.0 is rejected',
      'TLS 1.1 is rejected',
      'cipher suites without authenticated encryption are rejected',
    ]);
  });
});
