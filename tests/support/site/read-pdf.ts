import { spawnSync } from 'node:child_process';

import { ensure } from '../programs.ts';

export function readPdf(bytes: Buffer, order: '-layout' | '-raw' = '-layout') {
  const information = run('pdfinfo', bytes, ['-']);
  return {
    title: /^Title: +(.+)$/m.exec(information)?.[1],
    language: /\/Lang *\(([^)]+)\)/.exec(bytes.toString('latin1'))?.[1],
    tagged: /^Tagged: +yes$/m.test(information),
    pages: run('pdftotext', bytes, [order, '-', '-'])
      .split('\f')
      .slice(0, -1)
      .map((text) => text.replace(/\s+/g, ' ').trim()),
  };
}

function run(program: 'pdfinfo' | 'pdftotext', input: Buffer, args: string[]): string {
  const { stdout, stderr, status } = spawnSync(ensure(program), args, { input });
  if (status !== 0) throw new Error(`${program} failed: ${stderr.toString()}`);
  return stdout.toString();
}
