import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

import { projectRoot } from '../../dev/processes.ts';
import { isShipped } from '../../testing/firms/shipped.ts';

/**
 * Sources of text that people read: whole documents and pages, the strings and JSX of code, and the
 * titles and descriptions of alerts and dashboards.
 */
const sources = [
  '.env.example',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'api',
  'bench/faults',
  'contract',
  'deploy/observability',
  'design',
  'dev',
  'docs',
  ...(isShipped ? ['firm'] : []),
  'office',
  'platform',
  'site',
  'storage',
  'worker',
];

/** The glossary: the word to use, and a pattern for the words to avoid. */
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
  ['we hold', /\bwhat is held\b/i],
  ['unknown', /\bnot known\b/i],
  [
    'the usual word',
    /\b(whoever|somebody|anew|by (itself|themselves)|in vain|so many|as many as|at once|meanwhile|oneself|lest|heed|thereby|wherein|looked for|looked at)\b/i,
  ],
];

/** Patterns for texts in which a word to avoid is correct, with the reason. */
const exceptions: [text: string, reason: string][] = [
  ['anyone who asks', 'is not the requester of the register'],
  ['bulk mail', 'is a kind of spam'],
  ['mail server', 'is the usual term'],
  ['telephone=no', 'is a name in HTML'],
  ['contact-submissions', 'is part of a URL'],
  ['(queue|from) submissions', 'names a queue'],
  ['mail\\.example', 'is part of a host name'],
  ['ask what is held', 'is the wording of POPIA'],
  ['submissions --', 'is the name of a command'],
  ['^Submission$', 'is the name of a schema in the API'],
];

function filesIn(path: string): string[] {
  if (statSync(join(projectRoot, path)).isFile()) return [path];
  return readdirSync(join(projectRoot, path), { recursive: true, encoding: 'utf8' })
    .map((file) => join(path, file))
    .filter((file) => /\.(tsx?|md|html|yml|json)$/.test(file) && !/\.test\.tsx?$/.test(file));
}

function textsIn(file: string): string[] {
  const content = readFileSync(join(projectRoot, file), 'utf8');
  if (/\.tsx?$/.test(file)) return textsOf(parseSync(file, content).program);
  if (/\.(yml|json)$/.test(file)) {
    const documents = parseAllDocuments(content).map((one) => one.toJS() as unknown);
    return documents.flatMap(labelsOf);
  }
  return [content.replace(/^```[^]*?^```|`[^`\n]*`|\]\([^)]*\)/gm, '')];
}

/** The values of the properties that Grafana and Prometheus show to people. */
function labelsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
    typeof part === 'string'
      ? /^(title|summary|description|legendFormat)$/.test(name)
        ? [part]
        : []
      : labelsOf(part),
  );
}

interface Node {
  type: string;
  value?: unknown;
  tag?: { name?: string };
  quasis?: { value: { cooked: string } }[];
}

/** The prose in a syntax tree: JSX text, and strings except identifiers, styles and patterns. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== 'object' || node === null || !('type' in node)) return [];
  const { type, value, tag, quasis } = node as Node;
  if (type === 'ImportDeclaration') return [];
  if (type === 'TaggedTemplateExpression' && tag?.name !== 'html') return [];
  if (type === 'JSXText') return [String(value)];
  if (type === 'Literal') return typeof value === 'string' && isProse.test(value) ? [value] : [];
  const own = quasis?.map(({ value: { cooked } }) => cooked).join('…') ?? '';
  const isText = isProse.test(own.replaceAll('…', 'x'));
  return [...(isText ? [own] : []), ...Object.values(node).flatMap(textsOf)];
}

/** Matches text of several words, or a single capitalised word, such as a label. */
const isProse = /\p{L}[,.:;]? \p{L}|^\p{Lu}\p{Ll}+$/u;

function withoutExceptions(text: string): string {
  const correct = exceptions.map(([words]) => words).join('|');
  return text.replace(new RegExp(correct, 'gi'), '');
}

it.each(sources.flatMap(filesIn))('%s uses the words of the glossary', (file) => {
  const found = textsIn(file)
    .map(withoutExceptions)
    .flatMap((text) =>
      glossary.flatMap(([use, not]) => {
        const [word = ''] = not.exec(text) ?? [];
        const index = text.indexOf(word);
        const context = text.slice(Math.max(0, index - 40), index + word.length + 40);
        return word ? [`${word} (use: ${use}): ${context}`] : [];
      }),
    );
  expect(found).toEqual([]);
});
