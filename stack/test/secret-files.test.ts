import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretFile, withSecretFiles } from '../src/secret-files.ts';

test('rotated secrets reach a process as files that only their owner reads, everything else as variables', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'secret-files-'));
  try {
    const keys = JSON.stringify({ sandbox: 'k'.repeat(32) });
    const billing = {
      name: 'billing' as const,
      instance: 'billing-2',
      script: 'services/billing/src/main.ts',
      environment: { PORT: '1', POSTBACK_KEYS: keys },
    };
    const file = secretFile(dataDir, 'billing', 'POSTBACK_KEYS');
    expect(withSecretFiles([billing], dataDir)).toEqual([
      { ...billing, environment: { PORT: '1', POSTBACK_KEYS_FILE: file } },
    ]);
    expect(readFileSync(file, 'utf8')).toBe(keys);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
