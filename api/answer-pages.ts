import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'express';

import { contactField, contactFieldNames } from '../contract/contact-fields.ts';
import {
  conditions,
  errorSlot,
  pageTemplates,
  templateMarks,
  templateNames,
  valueSlot,
  type TemplateName,
  type TemplateSlot,
} from '../contract/page-templates.ts';
import { escapeHtml } from '../platform/html.ts';
import type { Problem } from '../platform/http/problem.ts';
import { SettingsError } from '../platform/settings.ts';
import { InvalidForm } from './read-enquiry.ts';

/** What goes into a template; nothing where a slot is left out. */
type Values<Name extends TemplateName> = Partial<Record<TemplateSlot<Name>, string>>;

/** Text as it is, the name of a slot, or parts that are shown only if a slot has a value, or none. */
type Part = string | { slot: string } | { shownIf: boolean; slot: string; parts: Part[] };

/** The pages that browsers are answered with. */
export type AnswerPages = ReturnType<typeof loadAnswerPages>;

/**
 * Reads the templates that the site's build has left in the folder, with their headers.
 *
 * @throws SettingsError if they are not there, or are not those of this version.
 */
export function loadAnswerPages(folder: string) {
  const templates = Object.fromEntries(
    templateNames.map((name) => [name, parse(name, read(folder, `${name}.html`), folder)]),
  ) as Record<TemplateName, Part[]>;
  const ownHeaders = JSON.parse(read(folder, 'headers.json')) as Record<string, string>;
  return {
    /** Answers with the page of that name. */
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
      `PAGES_DIR: there is no ${file} in ${folder}. Build the pages with npm run build:site.`,
    );
  }
}

function parse(name: TemplateName, html: string, folder: string): Part[] {
  const found = new Set<string>();
  const whole: Part[] = [];
  const open = [whole];
  let end = 0;
  for (const mark of html.matchAll(templateMarks)) {
    const [text, slot, condition, of] = mark;
    const parts = open.at(-1) ?? whole;
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
  whole.push(html.slice(end));
  const known = [...pageTemplates[name]].sort().join();
  if (open.length !== 1 || [...found].sort().join() !== known) {
    throw new SettingsError(
      `PAGES_DIR: ${name}.html in ${folder} is of another version. Build it with npm run build:site.`,
    );
  }
  return whole;
}

/** The template with the values in their slots, escaped for text and for quoted attributes. */
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
 * What a visitor without JavaScript is told when the form was not accepted. `body` is the request's,
 * if it was read; `token` says when this form was met.
 */
export function refusalValues(
  problem: Problem,
  body: unknown,
  token: string | undefined,
): Values<'refusal'> {
  const errors = problem instanceof InvalidForm ? problem.errors : undefined;
  const wasRead = typeof body === 'object' && body !== null;
  const typed: Record<string, unknown> = wasRead ? { ...body } : {};
  const fields = contactFieldNames.flatMap((name) => [
    [valueSlot(name), asTyped(typed[name], contactField(name).multiline)],
    [errorSlot(name), errors?.[name]],
  ]);
  return {
    title: errors ? 'Please check your message' : 'Your message was not sent',
    message: problem.message,
    ...(wasRead && { typed: 'yes' }),
    ...(errors && { invalid: 'yes' }),
    ...(token !== undefined && { token }),
    ...(Object.fromEntries(fields) as Values<'refusal'>),
  };
}

function asTyped(value: unknown, multiline = false): string {
  const text = typeof value === 'string' ? value : '';
  // Browsers drop a line break at the start of a textarea; this one is there for them to drop.
  return multiline ? `\n${text}` : text;
}

/** What a browser is told of an address that has nothing for it. */
export function noticeValues({ status, message }: Problem): Values<'notice'> {
  return { title: status === 404 ? 'Page Not Found' : 'Not Available', message };
}
