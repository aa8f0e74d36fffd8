import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import { mistakesIn } from '../../../contract/firm-content.ts';
import { services } from '../../../firm/content/services.ts';
import { firm } from '../../../firm/firm.ts';
import { firm as karoo } from '../../../testing/firms/karoo/firm.ts';
import { isShipped } from '../../../testing/firms/shipped.ts';
import { findMistakes } from './check-firm.ts';
import { readLogo } from './logo-module.ts';
import { digest, findPlaceholders, shippedFiles } from './placeholders.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../firm');
const [service] = services;

describe('the check of firm/', () => {
  it('finds no mistake in what is there', async () => {
    expect(await findMistakes()).toEqual([]);
  });

  it('names the file and the entry of each mistake', () => {
    const leaf = { ...service, id: 'seventh', icon: 'leaf' };
    const dear = { ...service, text: 'From $100' };
    expect(mistakesIn({ 'content/services.ts': { services: [dear, leaf] } })).toEqual([
      'firm/content/services.ts: services[0].text: must be one line without a dollar sign',
      'firm/content/services.ts: services[1].icon: unknown "leaf"',
    ]);
  });

  it('accepts a service without a specimen, but not two with one id', () => {
    const plain = { ...service, specimen: undefined };
    expect(mistakesIn({ 'content/services.ts': { services: [plain] } })).toEqual([]);
    expect(mistakesIn({ 'content/services.ts': { services: [plain, plain] } })).toEqual([
      'firm/content/services.ts: services: must have different ids',
    ]);
  });

  it.each([
    ['name', 'Two\nlines'],
    ['email', 'not an address'],
    ['phone', 'call us'],
    ['founded', 98],
    ['figures[0].figure', { figures: [{ figure: 'many', label: 'Members' }] }],
    ['social[0].href', { social: [{ label: 'Us', href: 'javascript:alert(1)' }] }],
    ['documents.terms', { documents: { ...firm.documents, terms: '//elsewhere.example' } }],
  ])('names %s when it is %j', (place, value) => {
    const wrong = { ...firm, ...(typeof value === 'object' ? value : { [place]: value }) };
    const [mistake] = mistakesIn({ 'firm.ts': { firm: wrong } });
    expect(mistake).toContain(`firm/firm.ts: firm.${place}: must`);
  });
});

describe('the logo', () => {
  it('keeps the attributes and the drawing of the file', () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" fill="none">
      <!-- A square. -->
      <path d="M0 0h9v9z"/>
    </svg>`;
    expect(readLogo(svg)).toEqual({
      viewBox: '0 0 9 9',
      drawing: '<g fill="none"><path d="M0 0h9v9z"/></g>',
    });
  });

  it.each(['<style>a{}</style>', '<path style="fill:red"/>', '<path onclick="x()"/>', '<image/>'])(
    'must not have %s, which pages or emails would not show',
    (part) => {
      expect(() => readLogo(`<svg viewBox="0 0 9 9">${part}</svg>`)).toThrow('must not have');
    },
  );
});

describe('placeholders', () => {
  it.runIf(isShipped)('are all that we ship', () => {
    const found = findPlaceholders(folder, firm);
    expect(found).toContain('firm/firm.ts: name: Association Office');
    expect(found).toContain('firm/firm.ts: address.street: 1 Example Street');
    expect(found).toContain('firm/firm.ts: social.0.href: https://www.linkedin.com/');
    for (const file of Object.keys(shippedFiles)) {
      expect(shippedFiles[file], file).toBe(digest(join(folder, file)));
      expect(found).toContain(`firm/${file}: as shipped`);
    }
  });

  it('are not what a firm has made its own', () => {
    const own = { ...karoo, bookingUrl: 'https://meet.karoo.example/' };
    expect(findPlaceholders(join(folder, 'nowhere'), own)).toEqual([]);
  });
});
