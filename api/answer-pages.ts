import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'express';

import { contactField, contactFieldNames } from '../contract/contact-fields.ts';
import {
  conditions,
  errorSlot,
  escapeHtml,
  pageTemplates,
  templateMarks,
  templateNames,
  valueSlot,
  type TemplateName,
  type TemplateSlot,
} from '../contract/page-templates.ts';
import { answerWords } from '../contract/words.ts';
import type { Problem } from '../platform/http/problem.ts';
import { SettingsError } from '../platform/settings.ts';
import { InvalidForm } from './read-enquiry.ts';

/** The values of a template's slots. A slot without a value stays empty. */
type Values<Name extends TemplateName> = Partial<Record<TemplateSlot<Name>, string>>;

/** A part of a template: text, a slot, or parts shown only if a slot has a value (or has none). */
type Part = string | { slot: string } | { shownIf: boolean; slot: string; parts: Part[] };

export type AnswerPages = ReturnType<typeof loadAnswerPages>;

/**
 * Reads the page templates and their headers from the output of the site's build.
 *
 * @throws SettingsError if a file is missing, or a template is from another version.
 */
export function loadAnswerPages(folder: string) {
  const templates = Object.fromEntries(
    templateNames.map((name) => [name, parse(name, `${name}.html`, folder)]),
  ) as Record<TemplateName, Part[]>;
  const ownHeaders = JSON.parse(read(folder, 'headers.json')) as Record<string, string>;
  return {
    answer<Name extends TemplateName>(
      response: Response,
      status: number,
      name: Name,
      values: Values<Name>,
      headers: Record<string, string> = {},
    ): void {
      const page = fill(templates[name], values);
      response.writeHead(status, {
        ...headers,
        ...ownHeaders,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': Buffer.byteLength(page),
      });
      response.end(page);
    },
  };
}

function read(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    throw new SettingsError(
      `PAGES_DIR: ${file} is missing in ${folder}. Run npm run build:site to build the pages.`,
    );
  }
}

function parse(name: TemplateName, file: string, folder: string): Part[] {
  const html = read(folder, file);
  const found = new Set<string>();
  const root: Part[] = [];
  const open = [root];
  let end = 0;
  for (const mark of html.matchAll(templateMarks)) {
    const [text, slot, condition, of] = mark;
    const parts = open.at(-1) ?? root;
    parts.push(html.slice(end, mark.index));
    end = mark.index + text.length;
    if (slot !== undefined) parts.push({ slot });
    else if (of === undefined) open.pop();
    else {
      const inner: Part[] = [];
      parts.push({ shownIf: condition === conditions.if, slot: of, parts: inner });
      open.push(inner);
    }
    for (const used of [slot, of]) if (used !== undefined) found.add(used);
  }
  root.push(html.slice(end));
  const known = [...pageTemplates[name]].sort().join();
  if (open.length !== 1 || [...found].sort().join() !== known) {
    throw new SettingsError(
      `PAGES_DIR: ${file} in ${folder} is from another version. Run npm run build:site to rebuild the pages.`,
    );
  }
  return root;
}

/** Fills in a template. Escapes values for use in text and in quoted attributes. */
function fill(parts: readonly Part[], values: Partial<Record<string, string>>): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = values[part.slot] ?? '';
      if (!('parts' in part)) return escapeHtml(value);
      return part.shownIf === (value !== '') ? fill(part.parts, values) : '';
    })
    .join('');
}

/**
 * The values of the page that visitors without JavaScript see when their form was not accepted.
 *
 * @param body the request's parsed body, if it was read.
 * @param token a new token for the form on the page; see `issueFormToken`.
 */
export function refusalValues(
  problem: Problem,
  body: unknown,
  token: string | undefined,
): Values<'refusal'> {
  const errors = problem instanceof InvalidForm ? problem.errors : undefined;
  const words = answerWords.refusal;
  const wasRead = typeof body === 'object' && body !== null;
  const typed: Record<string, unknown> = wasRead ? { ...body } : {};
  const fields = contactFieldNames.flatMap((name) => [
    [valueSlot(name), asTyped(typed[name], contactField(name).multiline)],
    [errorSlot(name), errors?.[name]],
  ]);
  return {
    title: errors ? words.invalid : words.notSent,
    message: problem.message,
    ...(wasRead && { typed: 'yes' }),
    ...(errors && { invalid: 'yes' }),
    ...(token !== undefined && { token }),
    ...(Object.fromEntries(fields) as Values<'refusal'>),
  };
}

function asTyped(value: unknown, multiline = false): string {
  const text = typeof value === 'string' ? value : '';
  // Browsers drop the first line break of a textarea, so add one for them to drop.
  return multiline ? `\n${text}` : text;
}

/** The values of the page for an unknown URL or another problem. */
export function noticeValues({ status, message }: Problem): Values<'notice'> {
  return { title: status === 404 ? 'Page Not Found' : 'Not Available', message };
}
