import { createMailContent, greeting } from '../src/mails/mail-content.ts';
import { MAIL_KINDS, MAILS } from '../src/mails/mails.ts';
import type { MailKind } from '../src/mails/mails.ts';

const context = {
  site: { title: 'Coulisses', publicUrl: 'https://coulisses.example' },
  firstName: 'Claire',
  resetUrl: async (token = 'new') => `https://coulisses.example/reset-password?token=${token}`,
  confirmationUrl: 'https://coulisses.example/confirm-email?token=abc',
  stopUrl: 'https://coulisses.example/?rappel=abc',
  model: { name: 'Nina', slug: 'nina' },
};

const RECEIPT = {
  number: 'R-2026-11-21-7F3K9QXA',
  kind: 'renewal',
  paidAt: '2026-11-20T23:30:00.000Z',
  amountCents: 500,
  currency: 'EUR',
  nextCharge: { at: '2026-12-20T23:30:00.000Z', amountCents: 500, currency: 'EUR' },
};

/** Returns the links of a mail in the form of its text part. */
const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, url = '', label = '']) =>
    `${label.replaceAll(/<!--.*?-->|<[^>]*>/g, '')}\u00a0: ${url}`.replaceAll('&amp;', '&'),
  );

describe('createMailContent', () => {
  test('writes the same paragraphs as text and as escaped HTML', () => {
    const { text, html } = createMailContent({
      subject: 'Coulisses\u00a0: objet',
      note: 'Pourquoi cet envoi.',
      paragraphs: [
        { path: '/mail-chair.jpg', alt: 'Une chaise' },
        '<b>Un</b> & "deux"',
        { label: "L'aide", url: 'https://coulisses.example/?a=1&b=2' },
        { facts: [{ term: 'Référence', value: '<i>R-1</i>' }] },
      ],
      site: context.site,
    });
    expect(text).toBe(
      [
        'Objet\n\n<b>Un</b> & "deux"\n\nL\'aide\u00a0: https://coulisses.example/?a=1&b=2\n\nRéférence\u00a0: <i>R-1</i>\n\n--\nPourquoi cet envoi.',
        'Mon compte\u00a0: https://coulisses.example/account',
        'Résilier votre contrat\u00a0: https://coulisses.example/resilier',
        'Contact\u00a0: https://coulisses.example/contact',
        'Mentions légales\u00a0: https://coulisses.example/mentions-legales\n',
      ].join('\n'),
    );
    expect(html).toMatch(/<h1[^>]*>Objet<\/h1>/);
    expect(html).toContain('>&lt;b&gt;Un&lt;/b&gt; &amp; &quot;deux&quot;</p>');
    expect(html).toContain('href="https://coulisses.example/?a=1&amp;b=2"');
    expect(html).toContain('>&lt;i&gt;R-1&lt;/i&gt;</td>');
  });

  test('writes every kind of mail within 8 kB of HTML with longer addresses too, readable in both themes, with the link to the contract', async () => {
    const at = '2026-11-22T14:04:00.000Z';
    const contract = { kind: 'cancellation', reference: 'RES-2026-11-22-7F3K9QXA', receivedAt: at };
    const DATA: Record<MailKind, unknown> = {
      reset: { token: 'abc', device: 'Samsung Internet sur Android', requestedAt: at },
      welcome: {},
      'unpaid-reminder': {},
      cancellation: { cancelledAt: at, paidUntil: at },
      'contract-request': { ...contract, outcome: 'name-differs', contractEnd: at, effectiveAt: null },
      'contract-request-unknown': { ...contract, outcome: 'unknown-email', contractEnd: null, effectiveAt: null },
      receipt: RECEIPT,
      'renewal-notice': { amountCents: 500, currency: 'EUR', chargeAt: at },
      'renewal-failed': { amountCents: 500, currency: 'EUR', chargeAt: at, accessUntil: at },
      'live-started': { name: 'Nina', slug: 'nina', token: '5b0c3f0e-53f5-4c1b-9d0c-0f4d0a6f7b21' },
      'password-changed': { changedAt: at },
      'new-device': { device: 'Chrome sur Android', at },
      'account-deleted': { deletedAt: at },
      'email-confirmation': {},
      'email-change-requested': { requestedAt: at },
      'email-changed': { changedAt: at },
      'affiliate-password-changed': { name: 'Affilié', slug: 'aff', changedAt: at },
    };
    for (const kind of MAIL_KINDS) {
      const { text, html } = await MAILS[kind].compose(context, DATA[kind]);
      expect([kind, Buffer.byteLength(html) <= 7_500]).toEqual([kind, true]);
      expect(html).toContain('prefers-color-scheme:dark');
      expect(html).toContain('https://coulisses.example/resilier');
      for (const [picture] of html.matchAll(/<img[^>]*>/g))
        expect(picture).toMatch(/src="https:\/\/coulisses\.example\/[a-z-]+\.jpg" alt="[^"]+"/);
      expect(html).not.toContain('rel="preload"');
      expect([kind, html.split('class="button"').length <= 2]).toEqual([kind, true]);
      const [, ...links] = linksOf(html);
      expect(links.length).toBeGreaterThanOrEqual(4);
      for (const link of links) expect(text).toContain(link);
    }
  });
});

describe('greeting', () => {
  test.each(['Claire', 'Jean-Noël', 'Anne Sophie', 'N’Golo', "D'Arcy", '美咲'])('greets %s by name', (name) => {
    expect(greeting(name)).toBe(`Bonjour ${name},`);
  });
  test.each(['www.evil.example', 'https://evil.example', '<b>Eve</b>', 'Gagnez 100€ !', 'a@b.example'])(
    'leaves out %s',
    (name) => {
      expect(greeting(name)).toBe('Bonjour,');
    },
  );
});

describe('mail templates', () => {
  test('reset: the link, how long it holds, and what to do with an unexpected mail', async () => {
    const { subject, text, html } = await MAILS.reset.compose(context, { token: 'abc' });
    expect(subject).toBe('Coulisses\u00a0: réinitialisation de votre mot de passe');
    expect(text).toContain('Bonjour Claire,\n\n');
    expect(text).toContain('valable une heure');
    expect(text).toContain(
      '\n\nChoisir un nouveau mot de passe\u00a0: https://coulisses.example/reset-password?token=abc\n\n',
    );
    expect(text).toContain('ignorez ce message');
    expect(html).toMatch(
      /<a [^>]*href="https:\/\/coulisses\.example\/reset-password\?token=abc"[^>]*>.*Choisir un nouveau mot de passe/,
    );
  });

  test('reset: the device and the time of the request in Paris, where they are known', async () => {
    const request = { device: 'Firefox sur Windows', requestedAt: '2026-11-22T14:04:00.000Z' };
    expect((await MAILS.reset.compose(context, request)).text).toContain(
      'Appareil\u00a0: Firefox sur Windows\nDate\u00a0: 22 novembre 2026 à 15h04 (heure de Paris)\n',
    );
    // As queued by a former version.
    expect((await MAILS.reset.compose(context, {})).text).not.toContain('Appareil');
  });

  test('welcome: the model of the registration, the group, and what comes next', async () => {
    const { subject, text, html } = await MAILS.welcome.compose(context, { paidUntil: '2026-12-22T10:00:00.000Z' });
    // As queued by a former version.
    expect((await MAILS.welcome.compose(context, {})).text).toContain('puis 5,00\u00a0€ par mois TTC');
    expect(subject).toBe('Bienvenue sur Coulisses');
    expect(text).toContain(
      'Les photos, les vidéos et les lives de Nina et de tous les autres profils vous sont ouverts.',
    );
    expect(text).toContain('\n\nVoir les coulisses de Nina\u00a0: https://coulisses.example/nina\n\n');
    expect(text).toContain('\n\nRejoindre le groupe Telegram VIP\u00a0: https://coulisses.example/success\n\n');
    expect(text).toMatch(/^Le rideau est levé, Claire\n/);
    expect(html).toContain('/mail-stage.jpg');
    expect(html).toMatch(/data-skip-in-text="true">Votre paiement est confirmé\./);
    expect(text).toContain('Prochain prélèvement\u00a0: 5,00\u00a0€ TTC le 22 décembre 2026.');
    expect(text).toContain('résilier en ligne à tout moment');
  });

  test.each([
    ['d’Inès', { name: 'Inès', slug: 'ines' }, 'https://coulisses.example/ines'],
    ['de @nina', { name: 'www.evil.example', slug: 'nina' }, 'https://coulisses.example/nina'],
  ])('welcome: names %s', async (name, model, url) => {
    const { text } = await MAILS.welcome.compose({ ...context, model }, {});
    expect(text).toContain(`Voir les coulisses ${name}\u00a0: ${url}\n`);
    expect(text).toContain(`les lives ${name} et de tous`);
  });

  test('welcome: without a model that visitors see, all profiles', async () => {
    const { text } = await MAILS.welcome.compose({ ...context, model: null }, {});
    expect(text).toContain('Les photos, les vidéos et les lives de tous les profils vous sont ouverts.');
    expect(text).toContain('\n\nAccéder à mon espace\u00a0: https://coulisses.example/success\n\n');
    expect(text).toContain('Le groupe Telegram VIP');
  });

  test('cancellation: when it was recorded, and the end of the contract in Paris', async () => {
    const { subject, text, html } = await MAILS.cancellation.compose(context, {
      cancelledAt: '2026-11-22T14:04:00.000Z',
      paidUntil: '2026-12-19T23:30:00.000Z',
    });
    expect(subject).toBe('Coulisses\u00a0: votre résiliation est confirmée');
    expect(text).toContain('Cet e-mail vous sert de preuve');
    expect(html).toContain('Cet e\u2011mail vous sert de preuve');
    const facts = [
      ['Enregistrée le', '22 novembre 2026 à 15h04 (heure de Paris)'],
      ['Contrat', 'Abonnement Coulisses, 5,00\u00a0€ par mois TTC'],
      ['Fin du contrat', '20 décembre 2026'],
    ];
    expect(text).toContain(facts.map((fact) => fact.join('\u00a0: ')).join('\n'));
    for (const [term, value] of facts)
      expect(html).toMatch(new RegExp(`${term}</td><td[^>]*>${value?.replace(/[()]/g, '\\$&')}<`));
    expect(text).toContain('jusqu’au 20 décembre 2026 à 0h30 (heure de Paris). Aucun prélèvement n’aura lieu ensuite.');
    expect(text).toContain('Confirmation sur support durable, à conserver.');
  });

  test.each([
    [
      'accepted',
      'cancellation',
      'votre résiliation est confirmée',
      'jusqu’au 20 décembre 2026 à 0h30 (heure de Paris). Plus rien ne sera prélevé.',
    ],
    ['accepted', 'withdrawal', 'votre rétractation est confirmée', 'au plus tard dans les 14 jours'],
    ['scheduled', 'cancellation', 'votre demande de résiliation', 'Votre contrat sera résilié le 1er janvier 2027'],
    ['overtaken', 'cancellation', 'votre demande de résiliation', 'pris depuis continue'],
    ['already-ended', 'withdrawal', 'votre demande de rétractation', 'Vous aviez déjà renoncé'],
    ['no-contract', 'cancellation', 'votre demande de résiliation', 'pas de contrat en cours'],
    ['too-late', 'withdrawal', 'votre demande de rétractation', 'https://coulisses.example/resilier'],
    ['name-differs', 'withdrawal', 'votre demande de rétractation', 'https://coulisses.example/renoncer'],
    ['unknown-email', 'cancellation', 'votre demande de résiliation', 'Aucun abonnement Coulisses'],
  ] as const)('contract-request: %s %s', async (outcome, kind, title, sentence) => {
    const { subject, text } = await MAILS['contract-request'].compose(context, {
      kind,
      outcome,
      reference: 'RES-2026-11-22-7F3K9QXA',
      receivedAt: '2026-11-22T14:04:00.000Z',
      contractEnd: '2026-12-19T23:30:00.000Z',
      effectiveAt: '2026-12-31T23:00:00.000Z',
    });
    expect(subject).toBe(`Coulisses\u00a0: ${title}`);
    expect(text).toContain('Reçue le\u00a0: 22 novembre 2026 à 15h04 (heure de Paris)');
    expect(text).toContain('Référence\u00a0: RES-2026-11-22-7F3K9QXA');
    expect(text).toContain(sentence);
    const isEnded = outcome === 'accepted' || outcome === 'scheduled';
    expect(text.includes('Contrat\u00a0: Abonnement Coulisses, 5,00\u00a0€ par mois TTC')).toBe(isEnded);
    expect(text.includes('Nous écrire\u00a0: https://coulisses.example/contact')).toBe(isEnded);
  });

  test('receipt: number, day in Paris, price, next charge, and where the PDF is', async () => {
    const { subject, text, html } = await MAILS.receipt.compose(context, RECEIPT);
    expect(subject).toBe('Coulisses\u00a0: votre reçu du 21 novembre 2026');
    expect(text).toContain('Numéro\u00a0: R-2026-11-21-7F3K9QXA\n');
    expect(text).toContain('Abonnement\u00a0: Coulisses, un mois\nTotal payé, TTC\u00a0: 5,00\u00a0€\n');
    expect(text).toContain('Prochain prélèvement\u00a0: 5,00\u00a0€ TTC le 21 décembre 2026.');
    expect(text).toContain('\n\nTélécharger le reçu en PDF\u00a0: https://coulisses.example/account#paiements\n\n');
    expect(html).toMatch(/<td class="ink"[^>]*>5,00\u00a0€<\/td>/);
  });

  test('receipt: states since when a charge is due that had not come when the payment was recorded', async () => {
    const late = { ...RECEIPT, kind: 'first' as const, recordedAt: '2026-12-21T09:00:00.000Z' };
    const { text } = await MAILS.receipt.compose(context, late);
    expect(text).toContain('Prochain prélèvement\u00a0: 5,00\u00a0€ TTC, attendu depuis le 21 décembre 2026.');
    const { text: onTime } = await MAILS.receipt.compose(context, { ...late, recordedAt: '2026-12-20T09:00:00.000Z' });
    expect(onTime).toContain('5,00\u00a0€ TTC le 21 décembre 2026.');
  });

  test('receipt: states no further charge of a contract that ends', async () => {
    const { text } = await MAILS.receipt.compose(context, { ...RECEIPT, kind: 'first', nextCharge: null });
    expect(text).toContain('Coulisses, premier mois');
    expect(text).toContain('Aucun autre prélèvement n’est prévu.');
  });

  test('renewal-notice: the day and the price of the charge, and the way out of it', async () => {
    const { subject, text } = await MAILS['renewal-notice'].compose(context, {
      amountCents: 500,
      currency: 'EUR',
      chargeAt: '2026-12-20T23:30:00.000Z',
    });
    expect(subject).toBe('Coulisses\u00a0: prochain prélèvement le 21 décembre 2026');
    expect(text).toContain('Montant, TTC\u00a0: 5,00\u00a0€');
    expect(text).toContain('\n\nRésilier votre contrat\u00a0: https://coulisses.example/resilier\n');
  });

  test('renewal-failed: the charge that has not come, and until when access stays open', async () => {
    const { subject, text } = await MAILS['renewal-failed'].compose(context, {
      amountCents: 500,
      currency: 'EUR',
      chargeAt: '2026-12-20T09:00:00.000Z',
      accessUntil: '2026-12-23T09:00:00.000Z',
    });
    expect(subject).toBe('Coulisses\u00a0: votre prélèvement n’est pas arrivé');
    expect(text).toContain('5,00\u00a0€ TTC le 20 décembre 2026');
    expect(text).toContain('23 décembre 2026 à 10h00 (heure de Paris)');
    expect(text).toContain('\n\nVoir mon abonnement\u00a0: https://coulisses.example/account\n');
  });

  test('new-device: the device, the time in Paris, and the way to a new password', async () => {
    const { subject, text } = await MAILS['new-device'].compose(context, {
      device: 'Chrome sur Android',
      at: '2026-07-14T22:05:00.000Z',
    });
    expect(subject).toBe('Coulisses\u00a0: connexion depuis un nouvel appareil');
    expect(text).toContain('Appareil\u00a0: Chrome sur Android\nDate\u00a0: 15 juillet 2026 à 0h05 (heure de Paris)\n');
    expect(text).toContain('https://coulisses.example/?connexion=oubli\n');
  });

  test('password-changed: the time in Paris, and the way to a new password', async () => {
    const { subject, text, html } = await MAILS['password-changed'].compose(context, {
      changedAt: '2026-07-14T22:05:00.000Z',
    });
    expect(subject).toBe('Coulisses\u00a0: votre mot de passe a été modifié');
    expect(text).toContain('modifié le 15 juillet 2026 à 0h05 (heure de Paris)');
    expect(text).toContain('\n\nMot de passe oublié\u00a0?\u00a0: https://coulisses.example/?connexion=oubli\n');
    expect(html).toMatch(
      /<a [^>]*href="https:\/\/coulisses\.example\/\?connexion=oubli"[^>]*>.*Mot de passe oublié\u00a0\?/,
    );
  });
});
