import { ConfigError, readConfig } from 'service-kit/config';
import { newKey } from 'service-kit/media-key';
import { publicBucketOrigin } from 'service-kit/public-bucket';
import { config, workerConfig } from '../src/config.ts';
import { createS3Storage } from '../src/storage/s3-storage.ts';

const process = {
  PORT: '0',
  DATABASE_URL: 'postgres://127.0.0.1/media',
  RABBIT_URL: 'amqp://127.0.0.1',
  STORAGE_DIR: '/var/lib/media',
};
const bucket = {
  STORAGE_DRIVER: 's3',
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_BUCKET: 'coulisses-media',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const faultsOf = (environment: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(workerConfig, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

describe('the storage settings', () => {
  test('default to the folder', () => {
    expect(readConfig(workerConfig, process)).toMatchObject({ STORAGE_DRIVER: 'file', STORAGE_DIR: '/var/lib/media' });
  });
  test('gives the settings of a bucket the defaults that stores have in common', () => {
    expect(readConfig(workerConfig, { ...process, ...bucket })).toMatchObject({
      STORAGE_DRIVER: 's3',
      S3_ENDPOINT: 'https://s3.example.org',
      S3_REGION: 'us-east-1',
      S3_FORCE_PATH_STYLE: true,
    });
    expect(
      readConfig(workerConfig, {
        ...process,
        ...bucket,
        S3_FORCE_PATH_STYLE: 'false',
        S3_PUBLIC_ENDPOINT: 'https://media.example.org',
      }),
    ).toMatchObject({ S3_FORCE_PATH_STYLE: false, S3_PUBLIC_ENDPOINT: 'https://media.example.org' });
  });
  test('reports all missing settings of a bucket at once, and no value', () => {
    const faults = faultsOf({
      ...process,
      PORT: 'x',
      STORAGE_DRIVER: 's3',
      S3_BUCKET: 'No Bucket',
      S3_PUBLIC_ENDPOINT: 'ftp://x',
    });
    expect(faults.map((fault) => fault.split(/[ :]/)[0]).sort()).toEqual([
      'PORT',
      'S3_ACCESS_KEY_ID',
      'S3_BUCKET',
      'S3_ENDPOINT',
      'S3_PUBLIC_ENDPOINT',
      'S3_SECRET_ACCESS_KEY',
    ]);
    expect(faults.join()).not.toContain('No Bucket');
  });
  test('reports an unknown driver', () => {
    expect(faultsOf({ ...process, STORAGE_DRIVER: 'tape' })).toEqual([expect.stringMatching(/^STORAGE_DRIVER: /)]);
  });
});

describe('The bucket that browsers reach', () => {
  const server = {
    ...process,
    ...bucket,
    IDENTITY_JWKS_URL: 'http://identity',
    AFFILIATE_JWKS_URL: 'http://affiliate',
    MEDIA_URL_SECRET: 's'.repeat(32),
  };
  const reachable = {
    ...server,
    S3_PUBLIC_ENDPOINT: 'https://s3.eu-west-3.amazonaws.com',
    S3_REGION: 'eu-west-3',
    S3_FORCE_PATH_STYLE: 'false',
  };
  const read = (environment: NodeJS.ProcessEnv) => readConfig(config, environment);

  test.each([
    ['in its host', reachable],
    ['in its path, outside production', { ...reachable, NODE_ENV: 'development', S3_FORCE_PATH_STYLE: 'true' }],
  ])('has links at the origin that the pages admit, with the bucket %s', async (_name, environment) => {
    const settings = read(environment);
    if (settings.STORAGE_DRIVER !== 's3') throw new Error('not a bucket');
    const { link } = createS3Storage({ store: settings, localFolder: '/nowhere' });
    const address = await link?.(newKey(), {
      contentType: 'image/webp',
      disposition: 'inline',
      cacheControl: 'no-store',
      validFrom: new Date(),
      validSeconds: 60,
    });
    expect(new URL(address ?? '').origin).toBe(publicBucketOrigin(settings));
  });

  test.each([
    ['a path with the bucket', { S3_FORCE_PATH_STYLE: 'true' }, 'S3_FORCE_PATH_STYLE'],
    ['http', { S3_PUBLIC_ENDPOINT: 'http://s3.eu-west-3.amazonaws.com' }, 'S3_PUBLIC_ENDPOINT'],
    ['a name with a dot', { S3_BUCKET: 'media.coulisses' }, 'S3_BUCKET'],
  ])('is rejected with %s in production', (_name, change, setting) => {
    expect(() => read({ ...reachable, ...change })).toThrow(setting);
  });

  test('may be addressed by path where browsers do not reach it', () => {
    expect(read(server)).toMatchObject({ S3_FORCE_PATH_STYLE: true });
  });
});

describe('The public address', () => {
  const environment = {
    ...process,
    IDENTITY_JWKS_URL: 'http://identity',
    AFFILIATE_JWKS_URL: 'http://affiliate',
    MEDIA_URL_SECRET: 's'.repeat(32),
  };
  const read = (address: string, mode = 'production', changes: Record<string, string> = {}) =>
    readConfig(config, { ...environment, MEDIA_PUBLIC_URL: address, NODE_ENV: mode, ...changes });

  test('is the origin of the site, over https in production', () => {
    expect(read('https://coulisses.example/').MEDIA_PUBLIC_URL).toBe('https://coulisses.example');
    expect(read('http://localhost:8080', 'development').MEDIA_PUBLIC_URL).toBe('http://localhost:8080');
  });
  test.each([
    'http://coulisses.example',
    'HTTP://coulisses.example',
    'https://coulisses.example/media',
    'https://a@coulisses.example',
    'coulisses',
  ])('is rejected as %s in production', (address) => {
    expect(() => read(address)).toThrow('MEDIA_PUBLIC_URL');
  });
  test('is rejected together with another fault', () => {
    expect(() => read('http://coulisses.example', 'production', { PORT: 'x' })).toThrow('MEDIA_PUBLIC_URL');
  });
});
