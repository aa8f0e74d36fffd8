const inlineScript = /<script(?![^>]*(?:\ssrc=|application\/ld\+json))[^>]*>[\s\S]*?<\/script>/g;

/** Removes what only a browser-side router would need, and the generator's marks. */
export function stripGenerator(html: string): string {
  return html
    .replace(inlineScript, '')
    .replace(/<link rel="(?:modulepreload|preload)"[^>]*>/g, '')
    .replace(/ data-(?:server-rendered|rh)="true"/g, '')
    .replace(/<\/div>\s+<\/body>/, '</div></body>');
}
