import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { createSmtpTransport, RecipientRejectedError } from '../src/mails/smtp-transport.ts';
import type { Mail } from '../src/mails/smtp-transport.ts';
import { eventually } from 'testing/eventually';
import { headerOf, startMailServer } from './mail-server.ts';

const mail = (changes: Partial<Mail> = {}): Mail => ({
  id: randomUUID(),
  from: { name: 'Nina', email: 'bonjour@coulisses.example' },
  replyTo: null,
  envelopeFrom: 'bonjour@coulisses.example',
  to: 'claire@example.org',
  subject: 'Objet',
  text: 'Texte',
  html: '<p>Texte</p>',
  ...changes,
});
const SHORT_MS = { unused: 100, connecting: 200, greeting: 200, idle: 200, closing: 50, whole: 600 };
const never = new AbortController().signal;

describe('createSmtpTransport', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.close());
  const failure = async (
    transport: ReturnType<typeof createSmtpTransport>,
    message: Mail,
    signal = never,
  ): Promise<Error> => {
    const reason: unknown = await transport.send(message, signal).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(reason instanceof Error)) throw new Error('the mail was sent');
    return reason;
  };

  test('sends From, Reply-To, envelope and a Message-ID of its own', async () => {
    const message = mail({
      replyTo: 'nina@example.org',
      from: { name: 'Nina, "Zoé"', email: 'nina@studio-nord.example' },
    });
    await createSmtpTransport(server.url).send(message, never);
    const [received] = server.messages;
    expect(received).toMatchObject({ envelopeFrom: 'bonjour@coulisses.example', to: 'claire@example.org' });
    expect(headerOf(received?.source ?? '', 'From')).toMatch(/<nina@studio-nord\.example>$/);
    expect(headerOf(received?.source ?? '', 'Reply-To')).toBe('nina@example.org');
    expect(headerOf(received?.source ?? '', 'Message-ID')).toBe(`<${message.id}@coulisses.example>`);
  });

  test('sends the next mail on the same connection, on a new one where the server has closed that', async () => {
    const transport = createSmtpTransport(server.url);
    for (const to of ['claire@example.org', 'paul@example.org']) await transport.send(mail({ to }), never);
    expect(server.connections()).toBe(1);
    server.disconnect();
    await transport.send(mail(), never);
    expect(server.connections()).toBe(2);
    expect(server.messages).toHaveLength(3);
    transport.close();
    await eventually(() => server.openConnections() === 0, 'the end of the unused connection');
  });

  test('hands nothing to a server without STARTTLS where TLS is required', async () => {
    await failure(createSmtpTransport(server.url, { requireTls: true }), mail());
    expect(server.messages).toEqual([]);
  });

  test.each<Partial<Mail>>([
    { from: { name: 'Nina\r\nBcc: spy@example.org', email: 'bonjour@coulisses.example' } },
    { replyTo: 'nina@example.org\r\nBcc: spy@example.org' },
    { subject: 'Objet\r\nBcc: spy@example.org' },
    { to: 'claire@example.org\r\nRCPT TO:<spy@example.org>' },
    { to: 'claire@example.org, spy@example.org' },
  ])('adds neither a header nor a recipient for %j', async (changes) => {
    const isSent = await createSmtpTransport(server.url)
      .send(mail(changes), never)
      .then(
        () => true,
        () => false,
      );
    expect(server.messages).toHaveLength(isSent ? 1 : 0);
    for (const { to, source } of server.messages) {
      expect(to).not.toBe('spy@example.org');
      expect(headerOf(source, 'Bcc')).toBeUndefined();
    }
  });

  test.each([
    ['rejected@example.org', true],
    ['blocked@example.org', false],
    ['full@example.org', false],
  ])('reports the rejection of %s as final: %s, without the address', async (to, isFinal) => {
    const error = await failure(createSmtpTransport(server.url), mail({ to }));
    expect(error instanceof RecipientRejectedError).toBe(isFinal);
    expect(error.message).toMatch(/^the mail server did not accept a mail: EENVELOPE [45]\d\d$/);
    expect(inspect(error, { depth: 5 })).not.toContain(to);
  });

  test.each(['silent', 'dripping'] as const)(
    'gives up a %s server in bounded time and closes the connection',
    async (mode) => {
      server.setMode(mode);
      const error = await failure(createSmtpTransport(server.url, { timeoutsMs: SHORT_MS }), mail());
      expect(error).not.toBeInstanceOf(RecipientRejectedError);
      expect(error.message).toMatch(/ETIMEDOUT|EABORT/);
    },
  );

  test('gives up a server that falls silent in the middle of a dialogue', async () => {
    const error = await failure(
      createSmtpTransport(server.url, { timeoutsMs: SHORT_MS }),
      mail({ to: 'stuck@example.org' }),
    );
    expect(error.message).toContain('ETIMEDOUT');
  });

  test('ends a send when its signal aborts', async () => {
    server.setMode('silent');
    const stopping = new AbortController();
    const failed = failure(createSmtpTransport(server.url), mail(), stopping.signal);
    stopping.abort();
    expect((await failed).message).toContain('EABORT');
  });
});
