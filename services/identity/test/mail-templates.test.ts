import { createMailContent, greeting } from '../src/mails/mail-templates/mail-content.ts';
import { passwordChangedMail } from '../src/mails/mail-templates/password-changed.ts';
import { resetMail } from '../src/mails/mail-templates/reset.ts';
import { welcomeMail } from '../src/mails/mail-templates/welcome.ts';

const data = { site: { title: 'Coulisses', publicUrl: 'https://coulisses.example' }, firstName: 'Claire' };

describe('createMailContent', () => {
  test('writes the same paragraphs as text and as escaped HTML', () => {
    const { text, html } = createMailContent('Objet', [
      '<b>Un</b> & "deux"',
      { label: "L'aide", url: 'https://coulisses.example/?a=1&b=2' },
    ]);
    expect(text).toBe('<b>Un</b> & "deux"\n\nhttps://coulisses.example/?a=1&b=2\n');
    expect(html).toContain(
      '<p>&lt;b&gt;Un&lt;/b&gt; &amp; &quot;deux&quot;</p><p><a href="https://coulisses.example/?a=1&amp;b=2">L&#39;aide</a></p>',
    );
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
  test('reset: the link, how long it holds, and what to do with an unexpected mail', () => {
    const { subject, text, html } = resetMail({
      ...data,
      resetUrl: 'https://coulisses.example/reset-password?token=abc',
    });
    expect(subject).toBe('Coulisses : réinitialisation de votre mot de passe');
    expect(text).toContain('Bonjour Claire,\n\n');
    expect(text).toContain('valable une heure');
    expect(text).toContain('\n\nhttps://coulisses.example/reset-password?token=abc\n\n');
    expect(text).toContain('ignorez ce message');
    expect(html).toContain(
      '<a href="https://coulisses.example/reset-password?token=abc">Choisir un nouveau mot de passe</a>',
    );
  });

  test('welcome: the link to the content', () => {
    const { subject, text } = welcomeMail(data);
    expect(subject).toBe('Bienvenue sur Coulisses');
    expect(text).toContain('\n\nhttps://coulisses.example/success\n\n');
  });

  test('password-changed: the time in Paris, and the way to a new password', () => {
    const { subject, text, html } = passwordChangedMail({ ...data, changedAt: new Date('2026-07-14T22:05:00Z') });
    expect(subject).toBe('Coulisses : votre mot de passe a été modifié');
    expect(text).toContain('modifié le 15 juillet 2026 à 00:05 (heure de Paris)');
    expect(text).toContain('\n\nhttps://coulisses.example/?connexion=oubli\n');
    expect(html).toContain('>Mot de passe oublié ?</a>');
  });
});
