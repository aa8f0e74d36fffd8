import type { Plugin } from 'vite';

/**
 * Makes `import address from './some-island.tsx?url'` import the URL of the built island. Vite does
 * so in development, but a build would publish the source file instead.
 *
 * A plain `import('./some-island.tsx')` does not work in an inline script, because the path is
 * relative to the page. Vite would also make the island import a helper from the inlined script.
 */
export function islandAddresses(): Plugin {
  return {
    name: 'island-addresses',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /-island\.tsx?\?url$/ },
      handler(address) {
        const chunk = this.emitFile({
          type: 'chunk',
          id: address.replace(/\?url$/, ''),
          // Nothing imports the island statically, so its exports would otherwise be dropped.
          preserveSignature: 'allow-extension',
        });
        return `export default import.meta.ROLLUP_FILE_URL_${chunk};`;
      },
    },
  };
}
