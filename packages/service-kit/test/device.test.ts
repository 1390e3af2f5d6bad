import { describeDevice } from 'service-kit/device';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
describe('describeDevice', () => {
  test.each([
    ['Chrome sur Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
    ['Edge sur Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`],
    ['Chrome sur Android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
    ['Chrome sur tablette Android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`],
    [
      'Samsung Internet sur Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    ],
    [
      'Safari sur iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ],
    [
      'Safari sur iPad',
      'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ],
    [
      'Safari sur macOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    ],
    ['Firefox sur Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
    ['Chrome sur ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`],
  ])('recognises %s', (device, userAgent) => {
    expect(describeDevice(userAgent)).toBe(device);
  });

  test.each([
    undefined,
    '',
    ' ',
    'curl/8.5.0',
    '<script>alert(1)</script>',
    'Gagnez 100 euros sur www.evil.example/1.0 (Windows NT 10.0)',
    'Evil/1.0 (Windows NT 10.0) x',
    `Mozilla/5.0 (Windows NT 10.0) ${'a'.repeat(600)} Firefox/145.0`,
  ])('repeats nothing of %p', (userAgent) => {
    expect(describeDevice(userAgent)).toBe('Appareil inconnu');
  });
});
