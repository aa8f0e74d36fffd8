import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Which top-level folders a folder may import from, besides itself. */
const arrows = {
  contract: [],
  design: ['contract'],
  platform: ['contract'],
  storage: ['contract', 'platform'],
  site: ['contract', 'design'],
  api: ['contract', 'platform'],
  worker: ['contract', 'platform', 'storage', 'design'],
  office: ['contract', 'platform', 'storage', 'design'],
  dev: ['contract', 'platform', 'storage', 'api', 'worker', 'office'],
};
/** What a folder further forbids its own files. */
const within = {
  contract: [
    {
      regex: '^(?!\\.|zod(/|$)|node:crypto$)',
      message: 'contract/ imports nothing but zod; what only servers read, node:crypto.',
    },
  ],
};
const folders = [...Object.keys(arrows), 'staff', 'testing', 'tests', 'bench'];

const folderArrows = Object.entries(arrows).map(([folder, allowed]) => {
  const forbidden = folders.filter((other) => other !== folder && !allowed.includes(other));
  return {
    files: [`${folder}/**/*.{ts,tsx}`],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\.\\./)+(${forbidden.join('|')})/`,
              message: `${folder}/ may import only from: ${[folder, ...allowed].join(', ')}.`,
            },
            ...(within[folder] ?? []),
          ],
        },
      ],
    },
  };
});

/** A file of the office may be loaded by a browser, unless its name or its folder says otherwise. */
const pagesArrow = {
  files: ['office/**/*.{ts,tsx}'],
  ignores: [
    'office/{main,config,vite.config}.ts',
    'office/{server,terminal,doctor,alerts}/**',
    'office/**/{server,*.server,*.test}.ts',
  ],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex:
              '^(node:|(\\.\\./)+(api|dev|platform|site|storage|testing|worker|server|terminal|doctor|alerts)/|(\\./|(\\.\\./)+)(.*[/.])?server\\.ts$|(\\.{1,2}/)+config\\.ts$)',
            message:
              'Browsers load this file: it may import only from contract, design, and what is no server code of the office.',
          },
        ],
      },
    ],
  },
};

const sources = ['**/*.{ts,tsx}'];

export default tseslint.config(
  {
    ignores: [
      '.building-*',
      'dist',
      'dist-headers',
      'dist-pages',
      'build',
      'node_modules',
      '.data',
      'site/.vite-react-ssg-temp',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked.map((config) => ({ files: sources, ...config })),
  { languageOptions: { globals: globals.nodeBuiltin } },
  { files: ['**/mongo/*.js'], languageOptions: { globals: globals.node } },
  {
    files: sources,
    languageOptions: {
      // Named, they take a seventh less time than the service that looks for them.
      parserOptions: {
        project: ['tsconfig.json', '{site,office/shell}/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/method-signature-style': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Mongoose and Express ask for plain objects in the place of instances of their classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Read the environment once, in config.ts, through platform/settings.ts.',
        },
      ],
    },
  },
  {
    files: ['{site,design,office/{features,shell,controls}}/**/*.{ts,tsx}'],
    ignores: ['office/**/{server,*.server}.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['{dev,bench,testing,tests}/**', '**/{main,doctor-main}.ts', '*.config.*'],
    rules: { 'no-console': 'off', 'no-restricted-properties': 'off' },
  },
  ...folderArrows,
  pagesArrow,
);
