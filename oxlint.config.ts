import { defineConfig, type DummyRuleMap, type OxlintOverride } from 'oxlint';

/** Which folders a folder may import from, besides itself. */
const arrows: Record<string, string[]> = {
  // For the folder lock, which the embedded server shares with npm start.
  'packages/embedded-mongodb': ['dev'],
  'packages/contract': [],
  'packages/server': ['#contract'],
  'packages/design': ['#contract', '#firm'],
  'packages/storage': ['#contract', '#server'],
  firm: ['#contract'],
  site: ['#contract', '#design', '#firm'],
  api: ['#contract', '#server', '#firm'],
  worker: ['#contract', '#server', '#storage', '#design', '#firm'],
  office: ['#contract', '#server', '#storage', '#design', '#firm'],
  dev: [
    '#contract',
    '#server',
    '#storage',
    '#design',
    '#firm',
    'packages/embedded-mongodb',
    'api',
    'worker',
    'office',
  ],
};
/** The folders that package.json names, and those that other folders reach by a path. */
const named = ['#contract', '#server', '#storage', '#design', '#firm', '#support'];
const folders = ['packages', 'site', 'api', 'worker', 'office', 'dev', 'tests'];
const packages = ['contract', 'design', 'server', 'storage', 'embedded-mongodb'];

type Pattern = { message: string; allowTypeImports?: boolean } & (
  | { regex: string }
  | { group: string[] }
);

function betweenFolders(folder: string): Pattern {
  const allowed = [folder, ...(arrows[folder] ?? [])];
  const isForbidden = (path: string) => !allowed.some((one) => one.startsWith(path));
  const names = named.filter(isForbidden);
  const paths = folders.filter(isForbidden);
  const siblings = folder.startsWith('packages/')
    ? packages.filter((name) => isForbidden(`packages/${name}`))
    : [];
  return {
    regex: `^(${names.join('|')})/|^(\\.\\./)+(${[...paths, ...siblings].join('|')})/`,
    message: `${folder}/ may import only from: ${allowed.join(', ')}.`,
  };
}

/**
 * Restricts the imports of files. Only the last override that matches a file applies, so each
 * override lists all patterns for its files.
 */
function restrict(files: string, patterns: Pattern[], excludeFiles: string[] = []): OxlintOverride {
  return {
    files: [files],
    excludeFiles: ['**/*.test.{ts,tsx}', ...excludeFiles],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

/** The server code in office/, by file name or folder. Browsers can load all other files there. */
const officeServer = [
  'office/{main,config,vite.config,api}.ts',
  'office/{server,commands,checks}/**',
  'office/**/{server,*.server}.ts',
];

const layers = [
  ...Object.keys(arrows).map((folder) =>
    restrict(`${folder}/**`, [betweenFolders(folder)], ['office/vite.config.ts']),
  ),
  restrict('packages/contract/**', [
    betweenFolders('packages/contract'),
    {
      group: ['*', '!./**', '!../**', '!zod', '!zod/**', '!node:crypto'],
      message: 'packages/contract/ may import only zod; server-only files, also node:crypto.',
    },
  ]),
  restrict(
    'tests/support/**',
    [
      {
        regex: '^(\\.\\./)+office/',
        message: 'Only tests/support/office/ may import from office/.',
      },
    ],
    ['tests/support/office/**'],
  ),
  restrict(
    'office/**',
    [
      {
        regex:
          '^(node:|#(server|storage|support)/|(\\.\\./)+(api|dev|packages|site|tests|worker|server|commands|checks)/|(\\./|(\\.\\./)+)(.*[/.])?server\\.ts$|(\\.{1,2}/)+config\\.ts$)',
        message:
          'Browsers load this file: it may import only from #contract, #design, #firm and browser code of the office.',
      },
      {
        regex: '/enquiries/api\\.ts$|^\\.{1,2}/api\\.ts$',
        allowTypeImports: true,
        message: 'Pages import only types from it: a value would bring zod into the browser.',
      },
    ],
    officeServer,
  ),
];

/** typescript-eslint's strict rules that the category 'correctness' lacks. */
const strict: DummyRuleMap = {
  'typescript/ban-ts-comment': 'error',
  'typescript/consistent-type-imports': 'error',
  'typescript/method-signature-style': 'error',
  'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  'typescript/no-deprecated': 'error',
  'typescript/no-dynamic-delete': 'error',
  'typescript/no-empty-object-type': 'error',
  'typescript/no-explicit-any': 'error',
  'typescript/no-extraneous-class': 'error',
  'typescript/no-generated-empty-object-type': 'error',
  'typescript/no-invalid-void-type': 'error',
  'typescript/no-misused-promises': 'error',
  'typescript/no-mixed-enums': 'error',
  'typescript/no-namespace': 'error',
  'typescript/no-non-null-asserted-nullish-coalescing': 'error',
  'typescript/no-non-null-assertion': 'error',
  'typescript/no-require-imports': 'error',
  'typescript/no-unnecessary-boolean-literal-compare': 'error',
  'typescript/no-unnecessary-condition': 'error',
  'typescript/no-unnecessary-template-expression': 'error',
  'typescript/no-unnecessary-type-arguments': 'error',
  'typescript/no-unnecessary-type-assertion': 'error',
  'typescript/no-unnecessary-type-constraint': 'error',
  'typescript/no-unnecessary-type-conversion': 'error',
  'typescript/no-unnecessary-type-parameters': 'error',
  'typescript/no-unsafe-argument': 'error',
  'typescript/no-unsafe-assignment': 'error',
  'typescript/no-unsafe-call': 'error',
  'typescript/no-unsafe-enum-assignment': 'error',
  'typescript/no-unsafe-enum-comparison': 'error',
  'typescript/no-unsafe-function-type': 'error',
  'typescript/no-unsafe-member-access': 'error',
  'typescript/no-unsafe-return': 'error',
  'typescript/only-throw-error': 'error',
  'typescript/prefer-literal-enum-member': 'error',
  'typescript/prefer-promise-reject-errors': 'error',
  'typescript/prefer-reduce-type-parameter': 'error',
  'typescript/prefer-return-this-type': 'error',
  'typescript/related-getter-setter-pairs': 'error',
  'typescript/require-await': 'error',
  'typescript/restrict-plus-operands': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
  // Sorting strings needs no compare function.
  'typescript/require-array-sort-compare': 'off',
  'typescript/unified-signatures': 'error',
  'typescript/use-unknown-in-catch-callback-variable': 'error',
};

export default defineConfig({
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist', 'dist-headers', 'build', '.data', 'site/.vite-react-ssg-temp'],
  plugins: ['eslint', 'typescript', 'oxc', 'react'],
  categories: { correctness: 'error' },
  rules: {
    'no-case-declarations': 'error',
    'no-empty': 'error',
    'no-fallthrough': 'error',
    'no-prototype-builtins': 'error',
    'no-redeclare': ['error', { builtinGlobals: false }],
    'no-regex-spaces': 'error',
    'no-unexpected-multiline': 'error',
    'no-useless-assignment': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'preserve-caught-error': 'error',
    'no-array-constructor': 'error',
    'no-useless-constructor': 'error',
    'no-console': 'error',
    'no-restricted-properties': [
      'error',
      {
        object: 'process',
        property: 'env',
        message: 'Read the environment once, in config.ts, through packages/server/settings.ts.',
      },
    ],
  },
  overrides: [
    {
      files: ['**/*.js'],
      env: { node: true },
      globals: { connect: 'readonly', db: 'readonly', quit: 'readonly' },
      rules: { 'no-undef': 'error' },
    },
    { files: ['**/*.{ts,tsx}'], rules: strict },
    {
      files: ['{site,packages/design,office/{enquiries,shell}}/**/*.{ts,tsx}', 'office/*.tsx'],
      excludeFiles: officeServer,
      rules: { 'react/rules-of-hooks': 'error', 'react/unsupported-syntax': 'error' },
    },
    {
      files: [
        '{dev,packages/embedded-mongodb,packages/server,tests}/**',
        '**/{main,doctor-main,backup-main,restore-main}.ts',
        '*.config.*',
      ],
      rules: { 'no-console': 'off', 'no-restricted-properties': 'off' },
    },
    ...layers,
  ],
});
