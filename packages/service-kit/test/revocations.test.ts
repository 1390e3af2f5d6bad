import { VIEW_COOKIE_SECONDS } from 'contracts/roles';
import { createLogger } from 'service-kit/logger';
import { createRevocations } from 'service-kit/revocations';
import { createMetrics } from 'service-kit/telemetry';

const HOUR_MS = 60 * 60_000;
const valueOf = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
  (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value;

const NOW_SECONDS = Math.floor(Date.now() / 1000);

describe('the list of revoked sessions', () => {
  test('holds a session until its tokens have expired', async () => {
    let now = 0;
    const metrics = createMetrics('test');
    const revocations = createRevocations({ logger: createLogger('kit', 'silent'), metrics, clock: () => now });
    revocations.add([
      { id: 'a', expiresAt: HOUR_MS },
      { id: 'b', expiresAt: 2 * HOUR_MS },
    ]);
    const revoked = () => ['a', 'b', 'c'].map((id) => revocations.isRevoked(id, NOW_SECONDS));
    expect(revoked()).toEqual([true, true, false]);
    now = 1.5 * HOUR_MS;
    revocations.add([{ id: 'c', expiresAt: 3 * HOUR_MS }]);
    expect(revoked()).toEqual([false, true, true]);
    expect(await valueOf(metrics, 'revoked_sessions')).toBe(2);
  });

  test('evicts the oldest beyond its capacity, and rejects in their place what was issued before their revocation', async () => {
    const lines: string[] = [];
    const metrics = createMetrics('test');
    const revocations = createRevocations({
      logger: createLogger('kit', 'info', { write: (line: string) => void lines.push(line) }),
      metrics,
      maxEntries: 3,
    });
    // Revoked one second apart, from now on.
    const expiresAt = (index: number) => (NOW_SECONDS + index + VIEW_COOKIE_SECONDS) * 1000;
    revocations.add(['a', 'b', 'c', 'd', 'e'].map((id, index) => ({ id, expiresAt: expiresAt(index) })));
    const revokedAmong = (issuedAt: number) =>
      ['a', 'b', 'c', 'd', 'e', 'other'].filter((id) => revocations.isRevoked(id, issuedAt));
    expect(revokedAmong(NOW_SECONDS - 60)).toEqual(['a', 'b', 'c', 'd', 'e', 'other']);
    expect(revokedAmong(NOW_SECONDS + 1)).toEqual(['a', 'b', 'c', 'd', 'e', 'other']);
    // A token issued later belongs to an open session: only an open one can be renewed.
    expect(revokedAmong(NOW_SECONDS + 2)).toEqual(['c', 'd', 'e']);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ msg: 'revoked sessions evicted', evicted: 2, level: 40 }),
    ]);
    expect(await valueOf(metrics, 'revoked_sessions_evicted_total')).toBe(2);
  });
});
