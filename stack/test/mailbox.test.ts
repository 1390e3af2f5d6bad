import { createTransport } from 'nodemailer';
import request from 'supertest';
import { createMailbox } from '../src/mailbox/app.ts';
import { receiveMail } from '../src/mailbox/smtp.ts';
import { createStore } from '../src/mailbox/store.ts';

describe('mailbox', () => {
  const store = createStore();
  const app = createMailbox(store);
  let smtp: Awaited<ReturnType<typeof receiveMail>>;
  beforeAll(async () => {
    smtp = await receiveMail(store, 0, '127.0.0.1');
  });
  afterAll(() => smtp.close());
  beforeEach(() => store.clear());

  const send = (message: {
    to: string;
    subject: string;
    html?: string;
    text?: string;
    replyTo?: string;
    envelope?: { from: string; to: string };
  }) =>
    createTransport({ host: '127.0.0.1', port: smtp.port }).sendMail({
      from: 'Coulisses <bonjour@coulisses.example>',
      text: 'Bonjour',
      ...message,
    });

  test('lists a mail with its parts and its envelope, and filters by recipient', async () => {
    await send({
      to: 'lea@exemple.fr',
      subject: 'Réinitialisation',
      html: '<p>Là</p>',
      replyTo: 'Nina <nina@exemple.fr>',
      envelope: { from: 'retours@coulisses.example', to: 'lea@exemple.fr' },
    });
    await send({ to: 'noe@exemple.fr', subject: 'Autre' });
    const { body } = await request(app).get('/api/messages').query({ to: 'LEA@exemple.fr' });
    expect(body).toEqual([
      {
        id: expect.any(String),
        from: 'Coulisses <bonjour@coulisses.example>',
        replyTo: 'Nina <nina@exemple.fr>',
        envelopeFrom: 'retours@coulisses.example',
        to: ['lea@exemple.fr'],
        subject: 'Réinitialisation',
        text: expect.stringContaining('Bonjour'),
        html: expect.stringContaining('<p>Là</p>'),
        receivedAt: expect.any(String),
      },
    ]);
    expect((await request(app).get('/api/messages')).body).toHaveLength(2);
  });

  test('shows sender, Reply-To and envelope on the page of a message', async () => {
    await send({
      to: 'lea@exemple.fr',
      subject: 'Un',
      replyTo: 'nina@exemple.fr',
      envelope: { from: 'retours@coulisses.example', to: 'lea@exemple.fr' },
    });
    const { text } = await request(app)
      .get(`/messages/${(await store.list())[0]?.id}`)
      .expect(200);
    expect(text).toContain(
      'De Coulisses &lt;bonjour@coulisses.example&gt;<br>Répondre à nina@exemple.fr<br>Enveloppe : de retours@coulisses.example à lea@exemple.fr<br>',
    );
  });

  test('deletes all messages', async () => {
    await send({ to: 'lea@exemple.fr', subject: 'Un' });
    await request(app).delete('/api/messages').expect(200);
    expect((await request(app).get('/api/messages')).body).toEqual([]);
  });

  test('shows hostile HTML only inside a frame without scripts', async () => {
    await send({ to: 'lea@exemple.fr', subject: '<script>alert(1)</script>', html: '"><script>alert(2)</script>' });
    const id = (await store.list())[0]?.id;
    const list = await request(app).get('/').expect(200);
    expect(list.text).not.toContain('<script');
    const message = await request(app).get(`/messages/${id}`).expect(200);
    expect(message.text).not.toContain('<script');
    expect(message.text).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect(message.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('responds with 404 and a page for an unknown message', async () => {
    expect((await request(app).get('/messages/none').expect(404)).text).toContain('Message introuvable');
  });
});
