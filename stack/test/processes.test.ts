import { createPortBlock } from '../src/free-port.ts';
import { describeProcesses, withDatabase } from '../src/processes.ts';

const secrets = {
  identityKey: '{"kid":"i"}',
  affiliateKey: '{"kid":"a"}',
  mediaUrlSecret: 'm'.repeat(32),
  pushKey: 'p'.repeat(43),
  postbackKey: 'p'.repeat(32),
  webhookSecret: `whsec_${'w'.repeat(43)}=`,
  adminPassword: 'demo',
  adminPasswordHash: 'hash',
};
const servers = {
  postgres: 'postgres://postgres@127.0.0.1:1/postgres',
  mongodb: 'mongodb://127.0.0.1:2',
  rabbitmq: 'amqp://127.0.0.1:3',
};

describe('the table of processes', () => {
  test('gives each process the port that the others know it by', async () => {
    const ports = await createPortBlock();
    const { processes, partner } = await describeProcesses({
      url: 'http://localhost:8080',
      port: 8080,
      dataDir: '/data',
      ports,
      secrets,
      servers,
      dev: false,
    });
    await ports.release();
    const of = (name: string) => processes.find((one) => one.name === name);
    const addressOf = (name: string) => `http://127.0.0.1:${of(name)?.environment.PORT}`;
    expect(of('gateway')?.environment).toMatchObject({
      PORT: '8080',
      IDENTITY_URL: addressOf('identity'),
      SHELL_URL: addressOf('shell'),
      REMOTE_ADMIN_URL: addressOf('mf-admin'),
    });
    expect(of('billing')?.environment).toMatchObject({
      PAYMENT_HOSTS: new URL(partner).host,
      POSTBACK_KEYS: JSON.stringify({ sandbox: secrets.postbackKey }),
    });
    expect(of('partner')?.environment.POSTBACK_KEY).toBe(secrets.postbackKey);
    expect(of('catalogue')?.environment.MEDIA_URL_SECRET).toBe(of('media')?.environment.MEDIA_URL_SECRET);
    expect(of('media-worker')?.environment).toMatchObject({ STORAGE_DIR: '/data/media', STOP_SECONDS: '9' });
    const used = processes.map(({ environment }) => environment.PORT);
    expect(new Set(used).size).toBe(used.length);
  });

  test.each([
    ['postgres://u:p@db:5432/postgres', 'postgres://u:p@db:5432/coulisses_media'],
    ['mongodb://one:1,two:2/?replicaSet=rs', 'mongodb://one:1,two:2/coulisses_media?replicaSet=rs'],
    ['mongodb://127.0.0.1:27017', 'mongodb://127.0.0.1:27017/coulisses_media'],
  ])('takes, for a server at %s, a database of it at %s', (server, expected) => {
    expect(withDatabase(server, 'media')).toBe(expected);
  });
});
