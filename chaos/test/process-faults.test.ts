import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createInterface } from 'node:readline';

const HOUR_MS = 3_600_000;
const SCRIPT = `
  import { writeFile } from 'node:fs/promises';
  import { createWriteStream } from 'node:fs';
  import { statfs } from 'node:fs/promises';
  import { open } from 'node:fs/promises';
  const folder = process.argv[1];
  const codeOf = (work) => work.then(() => 'written', (error) => error.code);
  const byHandle = async () => {
    const handle = await open(folder + '/handle', 'w');
    try { await handle.write('a'); } finally { await handle.close(); }
  };
  const byStream = () => new Promise((resolve, reject) => createWriteStream(folder + '/stream').on('error', reject).on('finish', resolve).end('a'));
  const report = async () => process.stdout.write(JSON.stringify({
    now: Date.now(), constructed: new Date().getTime(), parsed: new Date(5).getTime(), isDate: new Date() instanceof Date,
    handle: await codeOf(byHandle()), stream: await codeOf(byStream()), free: (await statfs(folder)).bavail > 0,
  }) + '\\n');
  process.stdin.on('data', () => void report());
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coulisses-faults-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('faults within a process', () => {
  test('shift its clock and fill its disk while the file has these faults, and end with them', async () => {
    const faultsFile = join(folder, 'faults.json');
    const preload = pathToFileURL(join(import.meta.dirname, '..', 'src', 'process-faults.mjs'));
    preload.searchParams.set('faults', faultsFile);
    const child = spawn(process.execPath, ['--import', preload.href, '--input-type=module', '--eval', SCRIPT, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout });
    const report = async () => {
      child.stdin.write('.');
      const [line] = (await once(lines, 'line')) as [string];
      return JSON.parse(line) as Record<string, unknown> & { now: number; constructed: number };
    };
    const setFaults = (content: object) => {
      writeFileSync(`${faultsFile}.new`, JSON.stringify({ [child.pid ?? 0]: content }));
      renameSync(`${faultsFile}.new`, faultsFile);
    };
    const until = async (isDone: (now: number) => boolean) => {
      for (;;) {
        const reported = await report();
        if (isDone(reported.now)) return reported;
      }
    };
    try {
      const calm = await report();
      expect(Math.abs(calm.now - Date.now())).toBeLessThan(HOUR_MS / 2);
      expect(calm).toMatchObject({ handle: 'written', stream: 'written', free: true, isDate: true, parsed: 5 });

      setFaults({ clockShiftMs: HOUR_MS, isDiskFull: true, isDiskReported: true });
      const shifted = await until((now) => now > Date.now() + HOUR_MS / 2);
      expect(Math.abs(shifted.constructed - shifted.now)).toBeLessThan(1_000);
      expect(shifted).toMatchObject({ handle: 'ENOSPC', stream: 'ENOSPC', free: false, isDate: true, parsed: 5 });

      setFaults({});
      expect(await until((now) => now < Date.now() + HOUR_MS / 2)).toMatchObject({ handle: 'written', free: true });
    } finally {
      child.kill();
    }
  });
});
