import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Which top-level folders a folder may import from, besides itself. */
const arrows = {
  contract: [],
  platform: ['contract'],
  storage: ['contract', 'platform'],
  site: ['contract'],
  api: ['contract', 'storage', 'platform'],
  worker: ['contract', 'storage', 'platform'],
  dev: ['contract', 'platform', 'storage'],
  staff: ['contract', 'storage', 'platform'],
};
const folders = [...Object.keys(arrows), 'tests', 'bench'];

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
            ...(folder === 'contract'
              ? [{ regex: '^(?!\\.|zod(/|$))', message: 'contract/ imports nothing but zod.' }]
              : []),
          ],
        },
      ],
    },
  };
});

export default tseslint.config(
  {
    ignores: [
      'dist',
      'dist-headers',
      'build',
      'node_modules',
      '.data',
      'site/.vite-react-ssg-temp',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    languageOptions: { globals: { ...globals.node } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Read the environment once, in config.ts, through platform/env.ts.',
        },
      ],
    },
  },
  {
    files: ['site/**/*.{ts,tsx}'],
    languageOptions: { globals: { ...globals.browser } },
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['dev/**', 'bench/**', 'tests/**', '**/main.ts', '*.config.*'],
    rules: { 'no-console': 'off', 'no-restricted-properties': 'off' },
  },
  ...folderArrows,
);
