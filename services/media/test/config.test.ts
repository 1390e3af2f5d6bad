import { ConfigError, readConfig } from 'service-kit/config';
import { workerConfig } from '../src/config.ts';

const process = { PORT: '0', DATABASE_URL: 'postgres://127.0.0.1/media', RABBIT_URL: 'amqp://127.0.0.1', STORAGE_DIR: '/var/lib/media' };
const bucket = { STORAGE_DRIVER: 's3', S3_ENDPOINT: 'https://s3.example.org/', S3_BUCKET: 'coulisses-media', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
const faultsOf = (environment: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(workerConfig, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

describe('Where files are kept', () => {
  test('When nothing is said, then in the folder', () => {
    expect(readConfig(workerConfig, process)).toMatchObject({ STORAGE_DRIVER: 'file', STORAGE_DIR: '/var/lib/media' });
  });
  test('When it is a bucket, then what stores agree on need not be said', () => {
    expect(readConfig(workerConfig, { ...process, ...bucket })).toMatchObject({ STORAGE_DRIVER: 's3', S3_ENDPOINT: 'https://s3.example.org', S3_REGION: 'us-east-1', S3_FORCE_PATH_STYLE: true });
    expect(readConfig(workerConfig, { ...process, ...bucket, S3_FORCE_PATH_STYLE: 'false', S3_PUBLIC_ENDPOINT: 'https://media.example.org' })).toMatchObject({ S3_FORCE_PATH_STYLE: false, S3_PUBLIC_ENDPOINT: 'https://media.example.org' });
  });
  test('When a bucket lacks its settings, then all of them are named at once, and no value is', () => {
    const faults = faultsOf({ ...process, PORT: 'x', STORAGE_DRIVER: 's3', S3_BUCKET: 'No Bucket', S3_PUBLIC_ENDPOINT: 'ftp://x' });
    expect(faults.map((fault) => fault.split(/[ :]/)[0]).sort()).toEqual(['PORT', 'S3_ACCESS_KEY_ID', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT', 'S3_SECRET_ACCESS_KEY']);
    expect(faults.join()).not.toContain('No Bucket');
  });
  test('When the driver is unknown, then it is named', () => {
    expect(faultsOf({ ...process, STORAGE_DRIVER: 'tape' })).toEqual([expect.stringMatching(/^STORAGE_DRIVER: /)]);
  });
});
