import { readdirSync } from 'node:fs';
import { defineConfig } from 'eslint/config';
import checkFile from 'eslint-plugin-check-file';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import a11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const SERVICES = readdirSync(new URL('services', import.meta.url));
const MICROFRONTENDS = readdirSync(new URL('microfrontends', import.meta.url)).map((name) => `mf-${name}`);
const DEPLOYABLES = [
  ...SERVICES,
  ...MICROFRONTENDS,
  'gateway',
  'shell',
  'stack',
  'backup',
  'e2e',
  'load-tests',
  'security-tests',
];
const FRONT = ['web-kit', 'ui', 'account', 'panel'];

/** Imports by a workspace's name, whole or by subpath. */
const workspaces = (names, message, options = {}) => ({ regex: `^(${names.join('|')})(/|$)`, message, ...options });
const router = workspaces(
  ['react-router-dom', 'react-router'],
  'The router comes from web-kit/router, so that shell and micro-frontends share one.',
);
const server = workspaces(['service-kit'], 'A front end runs in the browser: it knows contracts, web-kit and ui.');
const deployables = workspaces(
  DEPLOYABLES,
  'Nothing imports what is deployed: services talk by calls and events, micro-frontends by the shell.',
);

const testing = {
  regex: '^(testing|[\\w-]+/testing)(/|$)',
  message: 'The harness of the tests stays out of what runs in production.',
};

/** Direction of imports (docs/architecture.md#containers): one row for each kind of workspace, with what it must not import. Rows do not overlap: a later one would replace the first. */
const DIRECTIONS = [
  {
    files: ['packages/contracts/src/**'],
    patterns: [{ regex: '^(?!\\.{1,2}/|zod(/|$))', message: 'Contracts are pure data: they import only zod.' }],
  },
  {
    files: ['packages/service-kit/src/**'],
    patterns: [workspaces(FRONT, 'service-kit knows contracts alone.'), deployables],
  },
  {
    files: ['services/*/src/**', 'gateway/src/**'],
    patterns: [workspaces(FRONT, 'A service knows contracts and service-kit.'), deployables],
  },
  {
    files: ['packages/ui/src/**'],
    patterns: [
      workspaces(['contracts', 'web-kit'], 'ui knows no API: it may take types, nothing that runs.', {
        allowTypeImports: true,
      }),
      workspaces(['account', 'panel'], 'account and panel are built of ui.'),
      server,
      router,
      deployables,
    ],
  },
  {
    files: ['packages/web-kit/src/**'],
    patterns: [
      workspaces(['ui', 'account', 'panel'], 'ui is bundled into each front end, web-kit is shared by all.'),
      server,
      deployables,
    ],
  },
  {
    files: ['packages/account/src/**'],
    patterns: [workspaces(['panel'], 'account is for subscribers too.'), server, router, deployables],
  },
  { files: ['packages/panel/src/**', 'microfrontends/*/src/**'], patterns: [server, router, deployables] },
  // The shell's server is a process like any other.
  {
    files: ['shell/src/**'],
    ignores: ['shell/src/main.ts', 'shell/src/server/**'],
    patterns: [server, router, deployables],
  },
  { files: ['shell/src/main.ts', 'shell/src/server/**'], patterns: [router, deployables] },
  // Tools around the platform: they reach it over its public addresses, management ports and stores, not by its code.
  {
    files: ['backup/src/**'],
    patterns: [
      workspaces(FRONT, 'backup knows contracts and service-kit.'),
      workspaces(
        DEPLOYABLES,
        'backup dumps whole databases; what a service stores is compared through the service (ADR 0020).',
      ),
    ],
  },
  {
    files: ['stack/src/**'],
    patterns: [
      workspaces(FRONT, 'stack starts the platform: it knows contracts and service-kit.'),
      workspaces(
        DEPLOYABLES.filter((name) => name !== 'stack'),
        'stack starts the others as processes.',
      ),
    ],
  },
  {
    files: ['e2e/**', 'security-tests/**'],
    patterns: [
      workspaces(FRONT, 'What is tested is reached over HTTP and in a browser.'),
      {
        regex: '^service-kit(?!/run-command$)(/|$)',
        message: 'What is tested is reached over HTTP and in a browser; of the kit, only its command line.',
      },
      workspaces(
        DEPLOYABLES.filter((name) => !['stack', 'e2e', 'security-tests'].includes(name)),
        'What is tested is reached over HTTP and in a browser.',
      ),
    ],
  },
  {
    files: ['chaos/**'],
    patterns: [
      workspaces(FRONT, 'What is tested is reached over HTTP.'),
      {
        regex: '^service-kit(?!/run-command$)(/|$)',
        message: 'What is tested is reached over HTTP and its stores; of the kit, only its command line.',
      },
      workspaces(
        DEPLOYABLES.filter((name) => !['stack', 'backup', 'security-tests'].includes(name)),
        'chaos starts the stack, compares by backup, and shares the client of security-tests.',
      ),
    ],
  },
  {
    files: ['load-tests/**'],
    patterns: [{ regex: '^(?!\\.{1,2}/|k6(/|$)|node:)', message: 'k6 runs this: it knows only its own modules.' }],
  },
];

const subfolders = (path) =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Everything else in a front end's sources imports a feature (a folder of `root`) through its entry. */
const featureZones = (source, root, entry) =>
  subfolders(root).map((feature) => ({
    target: [`${source}/*.*`, ...(root === source ? [] : [`${source}/!(features)/**`]), `${root}/!(${feature})/**`],
    from: `${root}/${feature}`,
    except: [`./${entry}`],
    message: `A feature is imported through its entry: ${feature}/${entry}.`,
  }));
const FEATURES = [
  ...readdirSync(new URL('microfrontends', import.meta.url)).flatMap((name) =>
    featureZones(`./microfrontends/${name}/src`, `./microfrontends/${name}/src/features`, 'index.ts'),
  ),
  ...featureZones('./packages/panel/src', './packages/panel/src', 'index.tsx'),
];

export default defineConfig(
  {
    ignores: [
      '**/node_modules/',
      '**/dist/',
      '**/.data*/',
      '**/.cache/',
      'coverage/',
      'stack/mongo-standin/',
      '**/*.d.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'] })],
    },
    rules: {
      eqeqeq: 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-duplicates': ['error', { 'prefer-inline': false }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // An async function turns a throw into a rejection: ports and handlers promise that, whether they await or not.
      '@typescript-eslint/require-await': 'off',
      // React ignores what a handler returns: `onSubmit={handleSubmit(save)}` is react-hook-form's documented use.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    // Bodies of responses are `any` in supertest and fetch; the assertions of the test are what checks them.
    files: ['**/test/**', 'packages/testing/**'],
    rules: {
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // A rejection that nothing handles fails the run; a double rejects with the reason that the code under test has passed to it.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
    },
  },
  {
    files: ['**/test/**'],
    rules: { 'no-restricted-globals': ['error', { name: 'it', message: 'Use test, as all other tests do.' }] },
  },
  {
    // `jest` itself stays a global beside `jest.mock`, whose calls are moved above the imports only then.
    files: ['{microfrontends/*,packages/{ui,web-kit,account,panel,federation},shell}/test/**', 'e2e/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'test'].map((name) => ({
          name,
          message: 'Import it from @jest/globals.',
        })),
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    plugins: { 'check-file': checkFile },
    rules: {
      'check-file/filename-naming-convention': ['error', { '**/*': 'KEBAB_CASE' }, { ignoreMiddleExtensions: true }],
      'check-file/folder-naming-convention': ['error', { '**/*': 'KEBAB_CASE' }],
    },
  },
  {
    files: ['**/*.tsx'],
    extends: [a11y.configs.recommended],
    rules: {
      // A region that scrolls has to be reached by keyboard (axe: scrollable-region-focusable).
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'region'] }],
      // The films are the creators' own uploads; the product has no field for captions.
      'jsx-a11y-x/media-has-caption': 'off',
    },
  },
  {
    // Services log through their logger; command-line tools (.mjs) print.
    files: ['**/*.{ts,tsx}'],
    rules: { 'no-console': 'error' },
  },
  {
    // Only a workspace's own files by path; the others by name, where the rows below see them.
    files: [
      '{packages,services,microfrontends}/*/src/**',
      '{gateway,shell,backup,stack,chaos,security-tests}/src/**',
      'e2e/**',
    ],
    rules: { 'import-x/no-relative-packages': 'error' },
  },
  {
    // Generated models are written in bulk by the catalogue's own schema, into the databases of a stack that nothing else uses.
    files: ['stack/src/scale/seed-models.ts'],
    rules: { 'import-x/no-relative-packages': 'off' },
  },
  {
    files: ['{packages/panel,microfrontends/*}/src/**'],
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones: FEATURES }],
    },
  },
  {
    files: ['{packages/{ui,web-kit,account,panel},microfrontends/*,shell}/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat.recommended,
    // It reports what React's compiler would skip; it is not used here.
    rules: { ...reactHooks.configs.flat.recommended.rules, 'react-hooks/incompatible-library': 'off' },
  },
  {
    // Run by whatever loads them as CommonJS.
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  ...DIRECTIONS.map(({ files, ignores = [], patterns }) => ({
    files,
    ignores,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: files.every((path) => path.includes('/src/')) ? [...patterns, testing] : patterns },
      ],
    },
  })),
);
