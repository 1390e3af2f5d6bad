import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureStealTime, stealTimeText } from '../src/steal-time.ts';

describe('the time that the host takes', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'coulisses-stolen-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is 0.15 when the host took 30 of 200 ticks', () => {
    const file = join(folder, 'stat');
    writeFileSync(file, 'cpu  100 0 50 800 10 0 5 35 7 0\ncpu0 1 2 3\n');
    const stolen = measureStealTime(file);
    writeFileSync(file, 'cpu  200 0 70 850 10 0 5 65 9 0\ncpu0 1 2 3\n');
    expect(stolen()).toBeCloseTo(30 / 200);
    expect(stealTimeText(stolen())).toContain('15 %');
  });

  test('is unknown where the system does not report it', () => {
    const share = measureStealTime(join(folder, 'absent'))();
    expect(share).toBeNull();
    expect(stealTimeText(share)).toBeUndefined();
  });
});
