import { accessSync, constants } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CreateBucketCommand, ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { StorageSettings } from '../src/config.ts';
import { s3ClientConfig } from '../src/storage/s3-client.ts';
import type { ObjectStorage } from '../src/storage/s3-client.ts';
import { startObjectStore } from './object-store.ts';

/** Storage for files of the tests, shared by all replicas. */
export interface Place {
  /** Returns the settings of one process. */
  settingsOfProcess: () => Promise<StorageSettings>;
  /** Returns the names of the stored files. */
  files: () => Promise<string[]>;
  /** Returns the names of the stored parts of uploads. */
  parts: () => Promise<string[]>;
  remove: () => Promise<void>;
}
export interface Driver {
  name: string;
  /** Whether the machine has the programs that the driver needs. */
  isThere: boolean;
  /** Whether downloads are redirected to the store. */
  isRedirecting: boolean;
  open: () => Promise<Place>;
}

const newFolder = () => mkdtemp(join(tmpdir(), 'media-test-'));
const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

export const FOLDER: Driver = {
  name: 'a folder',
  isThere: true,
  isRedirecting: false,
  open: async () => {
    const folder = await newFolder();
    return {
      settingsOfProcess: () => Promise.resolve({ STORAGE_DRIVER: 'file', STORAGE_DIR: folder }),
      files: () => filesBelow(join(folder, 'files')),
      parts: () => filesBelow(join(folder, 'parts')),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  },
};

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
/** Real server of the S3 protocol, where it is installed. */
const VERSITYGW = [
  process.env.VERSITYGW,
  ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'versitygw')),
  join(homedir(), 'go/bin/versitygw'),
].find((path) => path !== undefined && path !== '' && isProgram(path));

const bucket = (name: string, isRedirecting: boolean): Driver => ({
  name: VERSITYGW ? name : `${name} (skipped: no versitygw on the PATH, in ~/go/bin or named by VERSITYGW)`,
  isThere: VERSITYGW !== undefined,
  isRedirecting,
  open: async () => {
    if (!VERSITYGW) throw new Error('versitygw is not there');
    const server = await startObjectStore(VERSITYGW);
    const store: ObjectStorage = {
      ...server.settings,
      ...(isRedirecting && { S3_PUBLIC_ENDPOINT: server.settings.S3_ENDPOINT }),
    };
    const { S3_BUCKET: Bucket } = store;
    const client = new S3Client(s3ClientConfig(store));
    await client.send(new CreateBucketCommand({ Bucket }));
    const folders: string[] = [];
    const keys = async () =>
      ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).flatMap(({ Key }) => Key ?? []);
    const inParts = (key: string) => key.startsWith('parts/');
    return {
      settingsOfProcess: async () => {
        const folder = await newFolder();
        folders.push(folder);
        return { ...store, STORAGE_DRIVER: 's3', STORAGE_DIR: folder };
      },
      files: async () => (await keys()).filter((key) => !inParts(key)),
      parts: async () => {
        const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
        return [...(await keys()), ...Uploads.flatMap(({ Key }) => Key ?? [])]
          .filter(inParts)
          .map((key) => key.slice('parts/'.length));
      },
      remove: async () => {
        client.destroy();
        await server.stop();
        await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
      },
    };
  },
});
export const BUCKET = bucket('a bucket whose store delivers', true);
export const PRIVATE_BUCKET = bucket('a bucket behind the service', false);

/** Runs the same tests for each driver; a driver that the machine cannot run is reported as skipped. */
export const withEach = (drivers: readonly Driver[], tests: (driver: Driver) => void): void => {
  for (const driver of drivers)
    (driver.isThere ? describe : describe.skip)(`Files in ${driver.name}`, () => tests(driver));
};
