import { generateStoredSecrets, rotatePasswords, storedSecrets } from '../src/containers/stored-secrets.ts';
import type { StoredSecrets } from '../src/containers/stored-secrets.ts';
import {
  filesOfServers,
  OPERATED_SERVERS,
  secretsOfOperators,
  secretsOfProcesses,
  SINGLE_SERVERS,
} from '../src/containers/secrets-of-processes.ts';

const SMTP_URL = 'smtps://user:password@mail.example:465';

describe('secrets of processes in containers', () => {
  let all: StoredSecrets;
  beforeAll(async () => {
    all = await generateStoredSecrets();
  });
  const processes = () => secretsOfProcesses(all, { stores: SINGLE_SERVERS, partner: 'adexico', smtpUrl: SMTP_URL });

  test('give each service the password of its own database user alone', () => {
    const { backup: _backup, ...services } = processes();
    for (const [role, password] of Object.entries(all.passwords.roles)) {
      const holders = Object.entries(services).flatMap(([name, values]) =>
        JSON.stringify(values).includes(password) ? [name] : [],
      );
      expect(holders).toEqual(role === 'media' ? ['media', 'media-worker'] : [role]);
    }
  });

  test('get a password for a service that was added after they were stored, and retain the others', () => {
    const { billing: _billing, ...stored } = all.passwords.roles;
    const read = storedSecrets.parse({ ...all, passwords: { ...all.passwords, roles: stored } });
    expect(read.passwords.roles).toEqual({ ...stored, billing: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(storedSecrets.parse(read)).toEqual(read);
  });

  test('retain what a newer version has stored, as a roll-back of it must', () => {
    const { secrets, passwords } = all;
    const newer = {
      secrets: { ...secrets, searchKey: 'k'.repeat(32) },
      passwords: { ...passwords, search: 'a'.repeat(32), roles: { ...passwords.roles, search: 'b'.repeat(32) } },
    };
    expect(storedSecrets.parse(newer)).toEqual(newer);
  });

  test('retain passwords of administrators and of a newer version when the others are rotated', () => {
    const { postgres, mongodb, rabbitmq, roles } = all.passwords;
    const rotated = rotatePasswords({ ...all.passwords, search: 'a', roles: { ...roles, search: 'b' } });
    expect(rotated).toMatchObject({ postgres, mongodb, search: 'a', roles: { search: 'b' } });
    expect(rotated.rabbitmq).not.toBe(rabbitmq);
    for (const [role, password] of Object.entries(roles)) expect(rotated.roles).not.toHaveProperty(role, password);
  });

  test('never contain the password of a server administrator', () => {
    for (const administrator of [all.passwords.postgres, all.passwords.mongodb])
      expect(JSON.stringify(processes())).not.toContain(administrator);
  });

  test('name the payment partner and the mail server of the operator', () => {
    expect(Object.keys(JSON.parse(processes().billing.POSTBACK_KEYS) as object)).toEqual(['adexico']);
    expect(processes().identity.SMTP_URL).toBe(SMTP_URL);
  });

  test('give each optional secret to the service that reads it, where the operator has set it', () => {
    const optional = { TELEGRAM_BOT_TOKEN: 'token of the bot', META_PIXELS: '{"1":"token of Meta"}' };
    const given = { stores: SINGLE_SERVERS, partner: 'adexico', smtpUrl: SMTP_URL, optional };
    const { billing, identity, gateway } = secretsOfProcesses(all, given);
    expect([billing, identity]).toMatchObject([
      { TELEGRAM_BOT_TOKEN: 'token of the bot' },
      { META_PIXELS: '{"1":"token of Meta"}' },
    ]);
    expect(gateway).not.toHaveProperty('CDN_PURGE_TOKEN');
    expect(JSON.stringify(processes())).not.toContain('token of');
  });

  test('accept both postback keys during their rotation, and the sandbox partner uses the first', () => {
    all = { ...all, secrets: { ...all.secrets, postbackKey: JSON.stringify(['f'.repeat(32), 'n'.repeat(32)]) } };
    expect(JSON.parse(processes().billing.POSTBACK_KEYS)).toEqual({ adexico: ['f'.repeat(32), 'n'.repeat(32)] });
    expect(processes().partner.POSTBACK_KEY).toBe('f'.repeat(32));
  });

  test('fit the users that servers and operators create', () => {
    const { roles, rabbitmq } = all.passwords;
    expect(filesOfServers(all).postgres['postgres-init.sql']).toContain(
      `alter role billing login password '${roles.billing}'`,
    );
    expect(filesOfServers(all).mongodb['mongodb-init.js']).toContain(roles.catalogue);
    expect(filesOfServers(all).rabbitmq['rabbitmq.conf']).toContain(rabbitmq);
    expect(secretsOfOperators(all)).toMatchObject({
      'postgres-media': { username: 'media', password: roles.media },
      'mongodb-catalogue': { password: roles.catalogue },
      'rabbitmq-user': { username: 'platform', password: rabbitmq },
    });
    const operated = secretsOfProcesses(all, { stores: OPERATED_SERVERS, partner: 'adexico', smtpUrl: SMTP_URL });
    expect(operated.media).toMatchObject({
      DATABASE_URL: `postgres://media:${roles.media}@postgres-pooler:5432/media`,
      DATABASE_DIRECT_URL: `postgres://media:${roles.media}@postgres-rw:5432/media`,
    });
    expect(processes().media).not.toHaveProperty('DATABASE_DIRECT_URL');
    expect(operated.catalogue.MONGO_URL).toContain('authSource=admin');
  });

  test('close every database to all roles but its own', () => {
    const sql = filesOfServers(all).postgres['postgres-init.sql'];
    for (const database of ['identity', 'media', 'affiliate', 'billing', 'postgres, template1'])
      expect(sql).toContain(`revoke connect on database ${database} from public;`);
  });
});
