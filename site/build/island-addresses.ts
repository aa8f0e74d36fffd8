import type { Plugin } from 'vite';

/**
 * Makes `import address from './island.tsx?url'` import the URL of the built island, as in
 * development. A plain `import()` in an inline script would be relative to the page.
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
