import { inlineScript } from './inline-script.ts';

/** By these the styling library would find its rules again in the browser, where it never runs. */
const styleMarks =
  /data-styled\.g\d+\[id="[^"]*"\]\{content:"[^"]*"\}\/\*!sc\*\/\n?|\/\*!sc\*\/\n?/g;

/** Removes what only a router or a styling library in the browser would need. */
export function stripGenerator(html: string): string {
  return html
    .replace(inlineScript, '')
    .replace(styleMarks, '')
    .replace(/ data-styled(?:-version)?="[^"]*"/g, '')
    .replace(/<link rel="(?:modulepreload|preload)"[^>]*>/g, '')
    .replace(/ data-(?:server-rendered|rh)="true"/g, '')
    .replace(/<\/div>\s+<\/body>/, '</div></body>');
}
