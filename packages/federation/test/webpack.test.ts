import { expect, test } from '@jest/globals';
import { APPS } from '../src/apps.ts';
import { browserConfig } from '../src/webpack.ts';
import { serverConfig } from '../src/webpack-server.ts';

test.each(Object.values(APPS))('$federationName keeps its addresses between the builds of development', (app) => {
  expect(browserConfig(app, 'development').output).toMatchObject({
    filename: 'assets/[name].js',
    chunkFilename: 'assets/[name].js',
  });
});

test.each(Object.values(APPS))('files of $federationName are named by their content in production', (app) => {
  expect(browserConfig(app, 'production').output).toMatchObject({
    filename: 'assets/[name].[contenthash:8].js',
    chunkFilename: 'assets/[name].[contenthash:8].js',
  });
});

test.each([
  ['development', false],
  ['production', true],
] as const)('in %s, a new server bundle deletes the former ones: %s', (mode, expected) => {
  expect(serverConfig(APPS.shell, mode).output?.clean).toBe(expected);
});
