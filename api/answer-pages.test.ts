import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Response } from 'express';
import { afterEach, beforeEach, expect, it } from 'vitest';

import {
  conditions,
  pageTemplates,
  slot,
  templateNames,
  type TemplateSlot,
} from '../contract/page-templates.ts';
import { Problem } from '../platform/http/problem.ts';
import { SettingsError } from '../platform/settings.ts';
import { loadAnswerPages, noticeValues, refusalValues } from './answer-pages.ts';
import { InvalidForm } from './read-enquiry.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  for (const name of templateNames) {
    const slots: readonly TemplateSlot[] = pageTemplates[name];
    const page = slots.map((each) => `<p id="${each}">${slot(each)}</p>`).join('');
    write(`${name}.html`, page);
  }
  write('headers.json', '{"Content-Security-Policy": "default-src none"}');
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, content: string): void {
  writeFileSync(join(folder, file), content);
}

function answerOf(...[name, values, headers]: AnswerArguments) {
  let page = '';
  let head: unknown;
  const response = {
    writeHead: (...given: unknown[]) => void (head = given),
    end: (text: string) => void (page = text),
  } as unknown as Response;
  loadAnswerPages(folder).answer(response, 400, name, values, headers);
  return { page, head };
}

type Answer = ReturnType<typeof loadAnswerPages>['answer'];
type AnswerArguments = Parameters<Answer> extends [unknown, unknown, ...infer Rest] ? Rest : never;

it('escapes what the visitor typed', () => {
  const typed = [
    `</p><script>alert('1')</script>`,
    '" autofocus onfocus="go()',
    "$& $1 $$ $` $'",
    slot('token'),
    `<${conditions.if} slot="token">&amp;`,
  ].join(' ');
  const values = refusalValues(new Problem(429, '$& later'), { organisation: typed }, 'secret');
  const { page } = answerOf('refusal', values);
  expect(page).toContain('<p id="message">$&amp; later</p>');
  expect(page).toContain(
    [
      '<p id="organisation.value">&lt;/p&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;',
      '&quot; autofocus onfocus=&quot;go()',
      '$&amp; $1 $$ $` $&#39;',
      '{{fill:token}}',
      '&lt;fill-if slot=&quot;token&quot;&gt;&amp;amp;</p>',
    ].join(' '),
  );
  expect(page.match(/secret/g)).toHaveLength(1);
});

it('shows or hides conditional parts, depending on whether their slot has a value', () => {
  const shown = (of: TemplateSlot, text: string) =>
    `<fill-if slot="${of}">[${text}]</fill-if><fill-unless slot="${of}">[no ${text}]</fill-unless>`;
  const otherSlots = pageTemplates.refusal.map((each) => `<i title="${slot(each)}"></i>`).join('');
  const inner = `<fill-if slot="email.error">(${shown('typed', 'both')})</fill-if>`;
  write('refusal.html', shown('typed', 'typed') + shown('invalid', 'invalid') + inner + otherSlots);
  const invalid = refusalValues(new InvalidForm({ email: 'Wrong' }), { email: 'x' }, undefined);
  expect(answerOf('refusal', invalid).page).toMatch(/^\[typed\]\[invalid\]\(\[both\]\)<i/);
  const unread = refusalValues(new Problem(413, 'Too large.'), undefined, undefined);
  expect(answerOf('refusal', unread).page).toMatch(/^\[no typed\]\[no invalid\]<i/);
});

it("keeps a message's leading line break, which browsers would drop", () => {
  const values = refusalValues(new Problem(503, ''), { message: '\nDear' }, undefined);
  expect(answerOf('refusal', values).page).toContain('<p id="message.value">\n\nDear</p>');
});

it("sends the build's security policy even if the problem's headers contain another", () => {
  const notice = noticeValues(new Problem(404, 'Nothing.'));
  const headers = { 'Retry-After': '10', 'Content-Security-Policy': 'none' };
  expect(answerOf('notice', notice, headers).head).toEqual([
    400,
    {
      'Retry-After': '10',
      'Content-Security-Policy': 'default-src none',
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(answerOf('notice', notice).page),
    },
  ]);
});

it.each([...templateNames.map((name) => `${name}.html`), 'headers.json'])(
  'says how to build the pages if %s is missing',
  (file) => {
    rmSync(join(folder, file));
    expect(() => loadAnswerPages(folder)).toThrow(SettingsError);
    expect(() => loadAnswerPages(folder)).toThrow(
      `PAGES_DIR: ${file} is missing in ${folder}. Run npm run build:site to build the pages.`,
    );
  },
);

it.each([
  ['lacks a slot', slot('message')],
  ['has an extra slot', slot('message') + slot('reference') + slot('token')],
  ['has an unclosed condition', `${slot('message')}${slot('reference')}<fill-if slot="message">`],
])('reports that a template is from another version if it %s', (_, template) => {
  write('receipt.html', template);
  expect(() => loadAnswerPages(folder)).toThrow(/receipt\.html in .* is from another version/);
});
