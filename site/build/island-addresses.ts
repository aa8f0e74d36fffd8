import type { Plugin } from 'vite';

/**
 * Gives `import address from './some-island.tsx?url'` the address of the built island. In
 * development Vite does; for a build it would publish the source.
 *
 * In a script that stands in the pages a plain `import('./some-island.tsx')` leads nowhere, being
 * relative to the page, and Vite would have the island fetch a helper from that very script.
 */
export function islandAddresses(): Plugin {
  return {
    name: 'island-addresses',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /-island\.tsx\?url$/ },
      handler(address) {
        const chunk = this.emitFile({
          type: 'chunk',
          id: address.replace(/\?url$/, ''),
          // Nothing is known to import it, so without this its exports would be dropped.
          preserveSignature: 'allow-extension',
        });
        return `export default import.meta.ROLLUP_FILE_URL_${chunk};`;
      },
    },
  };
}
