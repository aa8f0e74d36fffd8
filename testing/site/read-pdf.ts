import { spawnSync } from 'node:child_process';

import { ensure } from '../programs.ts';

type ReadPdf = ReturnType<typeof readPdf>;

/** Reads a PDF with the programs of poppler-utils, for the tests. */
export function readPdf(bytes: Buffer) {
  const information = run('pdfinfo', bytes, ['-']);
  const [, title] = /^Title: +(.+)$/m.exec(information) ?? [];
  const source = bytes.toString('latin1');
  const structure = run('pdfinfo', bytes, ['-struct-text', '-']);
  return {
    title,
    language: /\/Lang *\(([^)]+)\)/.exec(source)?.[1],
    tagged: /^Tagged: +yes$/m.test(information),
    /** Whether viewers show its title instead of its file name. */
    showsTitle: /\/DisplayDocTitle true/.test(source),
    /** The printed text of each page. */
    pages: readPages(bytes, '-layout').map(onOneLine),
    /** The text for screen readers: everything except artifacts. */
    text: onOneLine(
      structure
        .split('\n')
        .map(readLine)
        .join('')
        .replaceAll(/\0+(?=[\p{L}\p{N}])/gu, ' ')
        .replaceAll('\0', ''),
    ),
    roles: [...structure.matchAll(/^ *([A-Z]\w*)/gm)].map(([, role = '']) => role),
    links: [...run('pdfinfo', bytes, ['-url', '-']).matchAll(/Annotation +(\S+)$/gm)].map(
      ([, link = '']) => link,
    ),
  };
}

/** The printed text of each page, as laid out or in the order in which it was written. */
export function readPages(bytes: Buffer, order: '-layout' | '-raw'): string[] {
  return run('pdftotext', bytes, [order, '-', '-']).split('\f').slice(0, -1);
}

function run(program: 'pdfinfo' | 'pdftotext', input: Buffer, args: string[]): string {
  const { stdout, stderr, status } = spawnSync(ensure(program, console.info), args, { input });
  if (status !== 0) throw new Error(`${program} failed: ${stderr.toString()}`);
  return stdout.toString();
}

/** The text of a line of the structure: a space where a block begins, a null where a link ends. */
function readLine(line: string): string {
  const [, text] = /^ *"(.*)"$/.exec(line) ?? [];
  if (text !== undefined) return text;
  if (/^ *Object /.test(line)) return '\0';
  return /\(inline\)|^ *\//.test(line) ? '' : ' ';
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
