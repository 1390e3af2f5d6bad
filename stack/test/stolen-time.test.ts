import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { followStolenTime, stolenText } from '../src/stolen-time.ts';

describe('the time that the host takes', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'coulisses-stolen-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test('When the host took 30 of 200 ticks meanwhile, then 0.15 is told', () => {
    const file = join(folder, 'stat');
    writeFileSync(file, 'cpu  100 0 50 800 10 0 5 35 7 0\ncpu0 1 2 3\n');
    const stolen = followStolenTime(file);
    writeFileSync(file, 'cpu  200 0 70 850 10 0 5 65 9 0\ncpu0 1 2 3\n');
    expect(stolen()).toBeCloseTo(30 / 200);
    expect(stolenText(stolen())).toContain('15 %');
  });

  test('When the system does not tell, then nothing is told', () => {
    const share = followStolenTime(join(folder, 'absent'))();
    expect(share).toBeNull();
    expect(stolenText(share)).toBeUndefined();
  });
});
