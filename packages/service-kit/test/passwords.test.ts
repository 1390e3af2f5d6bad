import { hashPassword, passwordMatches } from 'service-kit/passwords';

test('hashPassword uses argon2id with OWASP’s parameters and a new salt, and only the password matches', async () => {
  const [first, second] = await Promise.all([hashPassword('rideau-rouge'), hashPassword('rideau-rouge')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=12288,t=3,p=1\$/);
  expect(first).not.toBe(second);
  expect(await passwordMatches('rideau-rouge', first)).toBe(true);
  expect(await passwordMatches('Rideau-rouge', first)).toBe(false);
});

test('passwordMatches rejects every password of an unknown account, the decoy’s included', async () => {
  expect(await passwordMatches('the password of no account', null)).toBe(false);
});

test('passwordMatches verifies forty passwords sent at once', async () => {
  const hash = await hashPassword('rideau-rouge');
  const matches = await Promise.all(
    Array.from({ length: 40 }, (_, index) => passwordMatches(index % 2 ? 'rideau-rouge' : 'other', hash)),
  );
  expect(matches.filter(Boolean)).toHaveLength(20);
});

test('passwordMatches rejects what exceeds its queue at once, with a time to retry', async () => {
  const hash = await hashPassword('rideau-rouge');
  const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => passwordMatches('rideau-rouge', hash)));
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
  expect(rejected.length).toBeGreaterThan(0);
  for (const reason of rejected) expect(reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  expect(await passwordMatches('rideau-rouge', hash)).toBe(true);
});
