// @vitest-environment jsdom
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';

import { font, palettes } from '#design/tokens.ts';
import { contrast } from '#support/contrast.ts';
import { letters } from '#support/office/letters.ts';
import { markSource } from '#design/letter/letter-look.ts';
import { mailOptions } from '../../worker/mail/mailer.ts';

const elementsOf = (html: string) => [...parse(html).querySelectorAll('*')];
const tags = 'HTML HEAD META TITLE STYLE BODY TABLE TBODY TR TD H1 H2 P DIV SPAN A IMG BR'.split(
  ' ',
);
const attributes =
  'lang charset name content role width height cellpadding cellspacing border align class style dir href src alt'.split(
    ' ',
  );
const properties =
  'margin padding width height max-width display vertical-align text-align border border-color border-style border-width border-radius background-color color font-family font-size font-weight line-height letter-spacing text-decoration white-space overflow-wrap word-break -webkit-text-size-adjust mso-padding-alt'.split(
    ' ',
  );

function parse(html: string) {
  return new DOMParser().parseFromString(html, 'text/html');
}

describe.each(Object.entries(letters))('the letter %s', (name, message) => {
  const { html } = message;

  it('uses only markup that all email clients support: tables, text and inline styles', () => {
    for (const { tagName, attributes: elementAttributes } of elementsOf(html)) {
      expect(tags).toContain(tagName);
      for (const { name: attribute, value } of elementAttributes) {
        expect(attributes, tagName).toContain(attribute);
        if (attribute !== 'style') continue;
        expect(properties).toEqual(expect.arrayContaining([...declarations(value).keys()]));
      }
    }
  });

  it('loads no external content and has only safe links', () => {
    expect(html).not.toMatch(/url\(|@import|@font-face|background=|srcset|javascript:/i);
    const elements = elementsOf(html);
    const sources = elements.map((element) => element.getAttribute('src')).filter(Boolean);
    expect(sources).toEqual([markSource]);
    const links = elements.map((element) => element.getAttribute('href')).filter(Boolean);
    for (const href of links) expect(href).toMatch(/^(https:\/\/|mailto:|tel:\+?\d)/);
  });

  it.each(['light', 'dark'] as const)('has enough contrast in %s mode', (scheme) => {
    const rules = scheme === 'dark' ? darkRules(html) : new Map<string, Map<string, string>>();
    const texts = elementsOf(html).filter(
      (element) => !element.closest('head') && saysSomething(element),
    );
    expect(texts.length).toBeGreaterThan(3);
    for (const element of texts) {
      const color = nearest(element, 'color', rules);
      const ground = nearest(element, 'background-color', rules);
      expect(Object.values(palettes[scheme])).toEqual(expect.arrayContaining([color, ground]));
      expect(contrast(color, ground), element.textContent).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('uses the fonts of the design', () => {
    const names = elementsOf(html).map((element) => stylesOf(element).get('font-family'));
    expect(new Set(names.filter(Boolean))).toEqual(new Set([font.display, font.text]));
  });

  it('is small, including its logo and plain text', async () => {
    expect(Buffer.byteLength(html)).toBeLessThan(30_000);
    const whole = await createTransport({ streamTransport: true, buffer: true }).sendMail(
      mailOptions(message),
    );
    // The HTML and the plain text of `staff-demanding` each have the longest possible message, in
    // multi-byte characters.
    const most = name === 'staff-demanding' ? 100_000 : 30_000;
    expect((whole.message as Buffer).length).toBeLessThan(most);
  });
});

/** Whether the element itself contains text. */
function saysSomething(element: Element): boolean {
  return [...element.childNodes].some(
    (node) => node.nodeType === 3 && node.textContent?.trim() !== '',
  );
}

/** The value of a property on the element or its nearest ancestor that sets it. */
function nearest(
  element: Element,
  property: string,
  rules: Map<string, Map<string, string>>,
): string {
  const [first = ''] = [...element.classList].flatMap(
    (name) => rules.get(name)?.get(property) ?? [],
  );
  const ownValue = first || stylesOf(element).get(property);
  if (ownValue) return ownValue;
  if (!element.parentElement) throw new Error(`Nothing says the ${property}.`);
  return nearest(element.parentElement, property, rules);
}

/** The dark-mode declarations of each class. */
function darkRules(html: string): Map<string, Map<string, string>> {
  const [, dark = ''] = /\(prefers-color-scheme:dark\)\{\n([^]*?)\n\}/.exec(html) ?? [];
  const rules = [...dark.matchAll(/^\.(\w+)\{(.*)\}$/gm)].map(
    ([, name = '', body = '']) => [name, declarations(body)] as const,
  );
  return new Map(rules);
}

function stylesOf(element: Element): Map<string, string> {
  return declarations(element.getAttribute('style') ?? '');
}

function declarations(style: string): Map<string, string> {
  const pairs = style.split(';').map((part) => part.split(':'));
  return new Map(
    pairs.map(([name = '', value = '']) => [name.trim(), value.replace('!important', '').trim()]),
  );
}
