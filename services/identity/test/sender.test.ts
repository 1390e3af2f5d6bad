import { senderOf } from '../src/mails/sender.ts';

const SITE = { name: 'Coulisses', email: 'bonjour@coulisses.example' };
const sender = (senderNames: string[], senderEmails: string[], senderDomains: string[] = []) =>
  senderOf({ senderNames, senderEmails }, SITE, senderDomains);

describe('senderOf', () => {
  test('is the site where neither the model nor its affiliate has a sender', () => {
    expect(sender(['', ''], ['', ''])).toEqual({ from: SITE, replyTo: null });
  });

  test('takes the name and the Reply-To of the model, else of its affiliate, each on its own', () => {
    expect(sender(['Nina', 'Studio Nord'], ['', 'bonjour@studio-nord.example'])).toEqual({
      from: { name: 'Nina', email: SITE.email },
      replyTo: 'bonjour@studio-nord.example',
    });
    expect(sender(['', 'Studio Nord'], ['nina@example.org', 'bonjour@studio-nord.example'])).toEqual({
      from: { name: 'Studio Nord', email: SITE.email },
      replyTo: 'nina@example.org',
    });
  });

  test.each([
    ['nina@studio-nord.example', true],
    ['nina@Studio-Nord.Example', true],
    ['nina@sub.studio-nord.example', false],
    ['nina@notstudio-nord.example', false],
    ['nina@studio-nord.example.org', false],
    ['nina@coulisses.example', false],
  ])('makes %s the From address with studio-nord.example verified: %s', (email, isFrom) => {
    expect(sender(['Nina'], [email], ['studio-nord.example'])).toEqual(
      isFrom
        ? { from: { name: 'Nina', email }, replyTo: null }
        : { from: { name: 'Nina', email: SITE.email }, replyTo: email },
    );
  });

  test.each([
    ['Nina\r\nBcc: spy@example.org', 'Nina Bcc: spy example.org'],
    ['"Banque" <support@banque.example>', 'Banque support banque.example'],
    ['Nina\\" <x>', 'Nina x'],
    ['Ni\u202ena\u2028\u0000', 'Ni na'],
    ['Nina, chanteuse (Lille)', 'Nina, chanteuse (Lille)'],
    ['👩‍🎤 Zoé', '👩‍🎤 Zoé'],
    ['é'.repeat(500), 'é'.repeat(80)],
  ])('makes of the display name %j: %j', (name, expected) => {
    expect(sender([name], []).from.name).toBe(expected);
  });

  test('passes over names without a readable character and addresses that are none', () => {
    expect(
      sender(
        ['\r\n"<>', 'Studio Nord'],
        ['nina@example.org, spy@example.org', 'nina@example.org\r\nBcc: spy@example.org'],
      ),
    ).toEqual({ from: { name: 'Studio Nord', email: SITE.email }, replyTo: null });
  });
});
