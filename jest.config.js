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

/** Three projects: node (packages, services, gateway, stack), dom (components and pages), e2e (journeys in a browser, attacks and rights). */
export default {
  testTimeout: 120_000,
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/{packages,gateway,services,shell,stack,backup,k8s,supply-chain}/**/test/**/*.test.ts',
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
      displayName: 'e2e',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{e2e,security-tests}/test/*.test.ts'],
      globalSetup: '<rootDir>/e2e/src/global-setup.ts',
      globalTeardown: '<rootDir>/e2e/src/global-teardown.ts',
    },
  ],
};
