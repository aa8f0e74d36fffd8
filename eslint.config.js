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
  office: [
    {
      regex: '^(\\.\\./)+(commands|server|pages)/',
      message:
        'office/commands, office/server and office/pages stand on the rest, and nothing on them.',
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

/** What runs in a browser knows of the office only what it has agreed on with the server. */
const pagesArrow = {
  files: ['office/pages/**/*.{ts,tsx}'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex:
              '^(node:|(\\.\\./)+(api|commands|dev|doctor|platform|server|site|storage|tasks|testing|worker)/|(\\.\\./)+config\\.ts$)',
            message:
              'office/pages/ may import only from: contract, design, and the *-api.ts of the office.',
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
        project: ['tsconfig.json', '{site,office/pages}/tsconfig.json'],
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
    files: ['{site,design,office/pages}/**/*.{ts,tsx}'],
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
