import config from '../jest.config.js';

const {
  displayName: _displayName,
  globalSetup: _setup,
  globalTeardown: _teardown,
  testMatch: _testMatch,
  ...node
} = config.projects.find(({ displayName }) => displayName === 'node');

/** Tests that Stryker runs for each mutant: those that need no server. */
export default {
  ...node,
  rootDir: '..',
  testTimeout: config.testTimeout,
  testMatch: [
    '<rootDir>/gateway/test/request-target.test.ts',
    '<rootDir>/packages/service-kit/test/{tokens,token-verification,signed-urls}.test.ts',
    '<rootDir>/services/media/test/upload-rights.test.ts',
    '<rootDir>/services/{catalogue,affiliate}/test/affiliate-access.test.ts',
    '<rootDir>/services/billing/test/partner-keys.test.ts',
  ],
  // node_modules leads to the workspaces of the repository, not to the copy in which the mutants are.
  moduleNameMapper: { '^(contracts|service-kit)/(.*)$': '<rootDir>/packages/$1/src/$2.ts' },
};
