/** Headers by their name, for a group of paths. */
export interface HeaderRules {
  /** Every answer, whatever its path or status. */
  everywhere: Record<string, string>;
  /** Files with a hash of their content in the name. */
  immutable: Record<string, string>;
  /** The folders of those files, such as `/assets/`. */
  immutableFolders: string[];
}

/** `_headers`, as Netlify and Cloudflare Pages read it. */
export function netlifyHeaders({ everywhere, immutable, immutableFolders }: HeaderRules): string {
  const blocks = [
    ['/*', everywhere] as const,
    ...immutableFolders.map((folder) => [`${folder}*`, immutable] as const),
  ];
  return blocks
    .map(([path, headers]) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
      return `${path}\n${lines.join('')}`;
    })
    .join('\n');
}

/** A snippet for Caddy, to `import` in the block of the site. */
export function caddyHeaders({ everywhere, immutable, immutableFolders }: HeaderRules): string {
  const paths = immutableFolders.map((folder) => `${folder}*`).join(' ');
  return [
    'header {',
    ...lines(everywhere, (name, value) => `\t${name} "${value}"`),
    '\t-Server',
    '}',
    `@immutable path ${paths}`,
    ...lines(immutable, (name, value) => `header @immutable ${name} "${value}"`),
    `@revalidated not path ${paths}`,
    'header @revalidated Cache-Control "no-cache"',
    '',
  ].join('\n');
}

/** A snippet for nginx, to `include` in every location that serves the site. */
export function nginxHeaders({ everywhere }: HeaderRules): string {
  return `${lines(everywhere, (name, value) => `add_header ${name} "${value}" always;`).join('\n')}\n`;
}

function lines(
  headers: Record<string, string>,
  write: (name: string, value: string) => string,
): string[] {
  return Object.entries(headers).map(([name, value]) => write(name, value));
}
