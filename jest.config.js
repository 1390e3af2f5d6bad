const swc = (tsx, syntax = 'typescript') => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: syntax === 'typescript' ? { syntax, tsx } : { syntax, jsx: tsx },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  },
];
const shared = {
  transform: { '^.+\\.tsx?$': swc(true), '^.+\\.m?js$': swc(false, 'ecmascript') },
  transformIgnorePatterns: [],
  resolver: '<rootDir>/jest.resolver.cjs',
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/\\.data/'],
  modulePathIgnorePatterns: ['/dist/', '/\\.data/', '<rootDir>/\\.stryker-tmp/'],
};

/** Tests of a running platform: the stack that E2E_STACK names, else one of their own. */
const journeys = {
  testEnvironment: 'node',
  setupFilesAfterEnv: ['<rootDir>/e2e/src/timeout-setup.ts'],
  globalSetup: '<rootDir>/e2e/src/global-setup.ts',
  globalTeardown: '<rootDir>/e2e/src/global-teardown.ts',
};

/**
 * Projects: node (packages, services, gateway, stack), dom (components and pages), e2e (journeys in a browser, side by side),
 * exclusive (tests that kill processes, count every request or compare whole databases: one at a time, with `--runInBand`).
 */
export default {
  // For what hangs: no test is measured by it.
  testTimeout: 120_000,
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/{packages,gateway,services,shell,stack,backup,chaos,k8s,supply-chain,language}/**/test/**/*.test.ts',
        '<rootDir>/security-tests/test/unit/*.test.ts',
      ],
      globalSetup: '<rootDir>/stack/src/test-setup.ts',
      globalTeardown: '<rootDir>/stack/src/test-teardown.ts',
    },
    {
      ...shared,
      displayName: 'dom',
      testEnvironment: '<rootDir>/packages/web-kit/test/dom-environment.ts',
      testMatch: ['<rootDir>/{packages,microfrontends,shell}/**/test/**/*.test.tsx'],
      setupFilesAfterEnv: ['<rootDir>/packages/web-kit/test/dom-setup.ts'],
      moduleNameMapper: {
        '\\.module\\.css$': '<rootDir>/packages/web-kit/test/css-module.ts',
        '\\.(css|woff2|webp|svg)$': '<rootDir>/packages/web-kit/test/asset.ts',
      },
    },
    {
      ...shared,
      ...journeys,
      displayName: 'e2e',
      testMatch: ['<rootDir>/e2e/test/*.test.ts'],
    },
    {
      ...shared,
      ...journeys,
      displayName: 'exclusive',
      testMatch: ['<rootDir>/{e2e,security-tests}/test/exclusive/*.test.ts'],
    },
  ],
};
