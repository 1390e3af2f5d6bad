import { hashPassword, passwordMatches } from 'service-kit/passwords';

test('When a password is hashed, then by argon2id with OWASP’s minimum and a salt of its own, and only it matches', async () => {
  const [first, second] = await Promise.all([hashPassword('rideau-rouge'), hashPassword('rideau-rouge')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=12288,t=3,p=1\$/);
  expect(first).not.toBe(second);
  expect(await passwordMatches('rideau-rouge', first)).toBe(true);
  expect(await passwordMatches('Rideau-rouge', first)).toBe(false);
});

test('When nobody has the name, then no password matches, not even the one that stands in', async () => {
  expect(await passwordMatches('nobody has this password', null)).toBe(false);
});

test('When forty are asked for at once, then each is answered', async () => {
  const hash = await hashPassword('rideau-rouge');
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => passwordMatches(index % 2 ? 'rideau-rouge' : 'other', hash)),
  );
  expect(answers.filter(Boolean)).toHaveLength(20);
});

test('When too many wait, then the rest is refused at once with a time to come back', async () => {
  const hash = await hashPassword('rideau-rouge');
  const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => passwordMatches('rideau-rouge', hash)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
  expect(refused.length).toBeGreaterThan(0);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
  expect(await passwordMatches('rideau-rouge', hash)).toBe(true);
});
