import { createTransport } from 'nodemailer';
import request from 'supertest';
import { createMailbox } from '../src/mailbox/app.ts';
import { receiveMail } from '../src/mailbox/smtp.ts';
import { createStore } from '../src/mailbox/store.ts';

describe('the mailbox', () => {
  const store = createStore();
  const app = createMailbox(store);
  let smtp: Awaited<ReturnType<typeof receiveMail>>;
  beforeAll(async () => {
    smtp = await receiveMail(store, 0, '127.0.0.1');
  });
  afterAll(() => smtp.close());
  beforeEach(() => store.clear());

  const send = (message: { to: string; subject: string; html?: string; text?: string }) =>
    createTransport({ host: '127.0.0.1', port: smtp.port }).sendMail({ from: 'Coulisses <bonjour@coulisses.example>', text: 'Bonjour', ...message });

  test('When a mail is sent, then it is listed with its parts, for its recipient alone', async () => {
    await send({ to: 'lea@exemple.fr', subject: 'Réinitialisation', html: '<p>Là</p>' });
    await send({ to: 'noe@exemple.fr', subject: 'Autre' });
    const { body } = await request(app).get('/api/messages').query({ to: 'LEA@exemple.fr' });
    expect(body).toEqual([
      { id: expect.any(String), from: 'Coulisses <bonjour@coulisses.example>', to: ['lea@exemple.fr'], subject: 'Réinitialisation', text: expect.stringContaining('Bonjour'), html: expect.stringContaining('<p>Là</p>'), receivedAt: expect.any(String) },
    ]);
    expect((await request(app).get('/api/messages')).body).toHaveLength(2);
  });

  test('When the messages are deleted, then none is left', async () => {
    await send({ to: 'lea@exemple.fr', subject: 'Un' });
    await request(app).delete('/api/messages').expect(200);
    expect((await request(app).get('/api/messages')).body).toEqual([]);
  });

  test('When a mail holds hostile HTML, then its page shows it only inside a frame without scripts', async () => {
    await send({ to: 'lea@exemple.fr', subject: '<script>alert(1)</script>', html: '"><script>alert(2)</script>' });
    const id = store.list()[0]?.id;
    const list = await request(app).get('/').expect(200);
    expect(list.text).not.toContain('<script');
    const message = await request(app).get(`/messages/${id}`).expect(200);
    expect(message.text).not.toContain('<script');
    expect(message.text).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect(message.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('When the message is unknown, then the page says so', async () => {
    expect((await request(app).get('/messages/none').expect(404)).text).toContain('Message introuvable');
  });
});
