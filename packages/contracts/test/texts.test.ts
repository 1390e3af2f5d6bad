import { isGroupLink, joinGroupOf, ofName } from 'contracts/texts';

describe('ofName', () => {
  test.each([
    ['Nina', 'de Nina'],
    ['Inès', 'd’Inès'],
    ['Éloïse', 'd’Éloïse'],
    ['astrée', 'd’astrée'],
    ['Œuvre', 'd’Œuvre'],
    ['Yves', 'd’Yves'],
    ['Yasmine', 'de Yasmine'],
    ['Hugo', 'de Hugo'],
    ['', 'de '],
  ])('puts "de" before %j, elided before a vowel', (name, text) => {
    expect(ofName(name)).toBe(text);
  });
});

test('joinGroupOf names whose group it is', () => {
  expect(joinGroupOf('Nina')).toBe('Rejoindre le groupe de Nina');
  expect(joinGroupOf('Inès')).toBe('Rejoindre le groupe d’Inès');
});

describe('isGroupLink', () => {
  test.each([
    'https://t.me/+AbCdEfGh',
    'https://t.me/joinchat/AbCdEfGh',
    'https://telegram.me/joinchat/AbCdEfGh',
    'https://telegram.dog/+AbCdEfGh?x=1',
  ])('recognises the invite link %s', (link) => {
    expect(isGroupLink(link)).toBe(true);
  });

  test.each([
    'https://t.me/nina',
    'https://t.me/joinchat',
    'https://t.me/+',
    'https://t.me/+33612345678',
    'https://t.me/nina?text=+bonjour',
    'not a link',
  ])('takes %s for an account', (link) => {
    expect(isGroupLink(link)).toBe(false);
  });
});
