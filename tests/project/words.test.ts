import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';

/** Files and folders with texts that people read. Markdown counts as a whole, code by its strings. */
const sources = [
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'api',
  'contract',
  'docs',
  'office/alerts',
  'office/controls',
  'office/doctor',
  'office/features/status',
  'office/shell',
  'office/terminal',
  'platform/canary-proof.ts',
  'platform/http',
  'platform/settings.ts',
  'site/content',
  'site/page-list.ts',
  'site/requests',
  'worker/jobs/send-canary.ts',
  'worker/mail',
];

/** The words of the glossary, with those that people should not meet instead. */
const glossary: [use: string, not: RegExp][] = [
  ['enquiry', /\bsubmissions?\b/i],
  ['spam, not spam or quarantined', /\b(held (back )?as spam|holds? back|held back)\b/i],
  ['email', /\bmails?\b/i],
  ['acknowledgement', /\bconfirmation\b/i],
  ['staff notification', /\b(our own|staff) (e?mail)\b/i],
  ['assign or unassign', /\b(take it|give (it )?back|given to)\b/i],
  ['close', /\bfinish(ed)? (it|the enquiry)\b/i],
  ['note or internal note', /\bnote something\b|\bfor your colleagues\b/i],
  ['failed, bounced or refused', /\b(giv(e|es|en|ing) up|gave up|did not succeed)\b/i],
  ['history', /\bwhat has happened\b|\btimeline\b/i],
  ['status', /\bon call\b|\bthe way of an enquiry\b/i],
  ['OK', /\b(all|everything) is well\b/i],
  ['requester, request or outcome', /\b(who asks|what they ask|how it ended)\b/i],
  ['phone', /\btelephones?\b/i],
  ['quote', /\bmention (it|the reference|this reference)\b/i],
  ['the usual word', /\b(whoever|anew|by itself|so many|as many as)\b/i],
];

/** Correct uses of those words. */
const exceptions = ['anyone who asks', 'bulk mail', 'mail server', 'Mail server', 'telephone=no'];

function filesIn(path: string): string[] {
  if (statSync(join(projectRoot, path)).isFile()) return [path];
  return (
    readdirSync(join(projectRoot, path), { recursive: true, encoding: 'utf8' })
      .map((file) => join(path, file))
      // It quotes the doctor as it was when the faults were measured.
      .filter((file) => file !== 'docs/internals/faults.md')
      .filter((file) => /\.(tsx?|md)$/.test(file) && !/\.test\.tsx?$/.test(file))
  );
}

/** The texts in a file that may be prose: those with a space between two words. */
function textsIn(file: string): string[] {
  const content = readFileSync(join(projectRoot, file), 'utf8');
  if (file.endsWith('.md')) return [content.replace(/^```[^]*?^```|`[^`\n]*`|\]\([^)]*\)/gm, '')];
  const code = content
    .replace(/^\s*(\/\*\*[^]*?\*\/|\/\/.*$)/gm, '')
    // The indented lines of the screening tables are patterns of what visitors type.
    .replace(/String\.raw`[^`]*`/g, (table) => table.replace(/^ .*$/gm, ''));
  const strings = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
  return [...strings]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .map((text) => text.replace(/\$\{[^}]*\}/g, '…'))
    .filter((text) => /\p{L} \p{L}/u.test(text));
}

function withoutExceptions(text: string): string {
  return exceptions.reduce((rest, exception) => rest.replaceAll(exception, ''), text);
}

it.each(sources.flatMap(filesIn))('%s uses the words of the glossary', (file) => {
  const found = textsIn(file).flatMap((text) =>
    glossary
      .filter(([, not]) => not.test(withoutExceptions(text)))
      .map(([use, not]) => `${not.exec(withoutExceptions(text))?.[0]} (use: ${use}): ${text}`),
  );
  expect(found).toEqual([]);
});
