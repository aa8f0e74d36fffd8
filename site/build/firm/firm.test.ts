import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { mistakesIn } from '../../../contract/firm-content.ts';
import { words } from '../../../contract/words.ts';
import type { Logo } from '../../../design/mark.ts';
import { services } from '../../../firm/content/en/services.ts';
import { firm } from '../../../firm/firm.ts';
import { firm as karoo } from '../../../testing/firms/karoo/firm.ts';
import { isShipped } from '../../../testing/firms/shipped.ts';
import { findPictureMistakes } from '../pictures.ts';
import { findMistakes, mistakesInWords, missingDocuments } from './check-firm.ts';
import { findLogoMistakes, logoModule, readLogo } from './logo-module.ts';
import { digest, findPlaceholders, findUnchanged, shippedFiles } from './placeholders.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../firm');
const karooImages = join(folder, '../testing/firms/karoo/images');
const [service] = services;

describe('the check of firm/', () => {
  it('finds no mistakes in the current content', async () => {
    expect(await findMistakes()).toEqual([]);
  });

  it('names the file and the entry of each mistake', () => {
    const leaf = { ...service, id: 'seventh', icon: 'leaf' };
    const dear = { ...service, text: 'From $100' };
    expect(mistakesIn({ 'content/en/services.ts': { services: [dear, leaf] } })).toEqual([
      'firm/content/en/services.ts: services[0].text: must be one line of text without a dollar sign',
      'firm/content/en/services.ts: services[1].icon: unknown "leaf"',
    ]);
  });

  it('names the cells of a specimen that have a dollar sign', () => {
    const { specimen } = services.find(({ specimen }) => specimen) ?? {};
    const columns = ['', "US$'000"];
    const priced = { ...service, specimen: { ...specimen, columns, groups: [{ rows: [['$']] }] } };
    expect(mistakesIn({ 'content/en/services.ts': { services: [priced] } })).toEqual([
      expect.stringContaining('services[0].specimen.columns[1]: must'),
      expect.stringContaining('services[0].specimen.groups[0].rows[0][0]: must'),
    ]);
  });

  it('rejects a founding year in the future', () => {
    const founded = new Date().getFullYear() + 1;
    expect(mistakesIn({ 'firm.ts': { firm: { ...firm, founded } } })).toEqual([
      'firm/firm.ts: firm.founded: must not be in the future',
    ]);
  });

  it('accepts a service without a specimen, but not two services with the same id', () => {
    const plain = { ...service, specimen: undefined };
    expect(mistakesIn({ 'content/en/services.ts': { services: [plain] } })).toEqual([]);
    expect(mistakesIn({ 'content/en/services.ts': { services: [plain, plain] } })).toEqual([
      'firm/content/en/services.ts: services: must have different ids',
    ]);
  });

  it('rejects legal sections with the same id, and a month that is not English', () => {
    const section = { id: 'scope', title: 'Scope', paragraphs: ['All.'] };
    const draft = { title: 'Terms', description: 'Terms.', introduction: [], download: 'PDF' };
    const terms = { ...draft, updated: 'Junie 2024', sections: [section] };
    const nested = [{ ...section, inner: [section] }];
    expect(mistakesIn({ 'content/en/terms.ts': { terms } })).toEqual([
      'firm/content/en/terms.ts: terms.updated: must be a month such as June 2024',
    ]);
    const twice = { ...terms, updated: 'June 2024', sections: nested };
    expect(mistakesIn({ 'content/en/terms.ts': { terms: twice } })).toEqual([
      'firm/content/en/terms.ts: terms.sections: must have different ids',
    ]);
  });

  it('lists translated sentences in which a name in braces is missing or unknown', () => {
    expect(mistakesInWords(words)).toEqual([]);
    const contact = { ...words.page.contact, replyWithin: 'Ons antwoord gou.', title: '{name}' };
    const form = { ...words.form, charactersLeft: { one: 'Nog een', other: 'Nog {getal}' } };
    expect(mistakesInWords({ ...words, page: { ...words.page, contact }, form })).toEqual([
      'firm/content/en: words.form.charactersLeft.other: must have {count}',
      'firm/content/en: words.page.contact.title: must have no braces',
      'firm/content/en: words.page.contact.replyWithin: must have {time}',
    ]);
  });

  it('names a portrait without a description, and a fourth testimonial', () => {
    const said = { quote: 'Good.', name: 'Ann', role: 'Chairperson' };
    const testimonials = { title: 'Said', testimonials: [said, said, said, said] };
    const ann = { name: 'Ann', role: 'Books', portrait: { file: 'ann.png', alt: '' } };
    const proof = { testimonials, people: { title: 'People', people: [ann] } };
    expect(mistakesIn({ 'content/en/proof.ts': { proof } })).toEqual([
      expect.stringContaining('firm/content/en/proof.ts: proof.testimonials.testimonials: '),
      expect.stringContaining(
        'firm/content/en/proof.ts: proof.people.people[0].portrait.alt: must',
      ),
    ]);
  });

  it.each([
    ['mohair-circle.svg', 'must be at least', 0],
    ['missing.png', 'cannot read firm/images/missing.png', 1],
    ['small.png', 'must be at least 640 pixels wide and 800 high', 1],
  ])('checks if the portrait %s can be read and is large enough', async (file, mistake, count) => {
    const images = await mkdtemp(join(tmpdir(), 'pictures-'));
    await cp(karooImages, images, { recursive: true });
    await sharp(join(images, 'anneline-jacobs.png'))
      .resize(640, 799)
      .toFile(join(images, 'small.png'));
    const ann = { name: 'Ann', role: 'Books', portrait: { file, alt: 'Ann' } };
    const found = await findPictureMistakes({ people: { title: 'People', people: [ann] } }, images);
    expect(found).toHaveLength(count);
    for (const each of found) {
      expect(each).toBe(
        `firm/content/en/proof.ts: proof.people.people[0].portrait.file: ${mistake}`,
      );
    }
    await rm(images, { recursive: true });
  });

  it('names a missing document, unless the build creates it or it is hosted elsewhere', () => {
    const paia = 'https://elsewhere.example/paia.pdf';
    expect(missingDocuments({ ...firm.documents, paia })).toEqual([]);
    expect(missingDocuments({ terms: '/documents/rules.pdf', paia })).toEqual([
      'firm/firm.ts: documents.terms: there is no /documents/rules.pdf in firm/public/',
    ]);
  });

  it.each([
    ['name', 'Two\nlines'],
    ['email', 'not an address'],
    ['phone', 'call us'],
    ['founded', 98],
    ['replyWithin', 'soon'],
    ['figures[0].figure', { figures: [{ figure: 'many', label: 'Members' }] }],
    ['social[0].href', { social: [{ label: 'LinkedIn', href: 'javascript:alert(1)' }] }],
    ['social[0].label', { social: [{ label: 'Myspace', href: 'https://myspace.com/us' }] }],
    ['documents.terms', { documents: { ...firm.documents, terms: '//elsewhere.example' } }],
  ])('names the entry %s if the value is %j', (place, value) => {
    const wrong = { ...firm, ...(typeof value === 'object' ? value : { [place]: value }) };
    const [mistake] = mistakesIn({ 'firm.ts': { firm: wrong } });
    expect(mistake).toContain(`firm/firm.ts: firm.${place}: must`);
  });
});

describe('the logo', () => {
  it('keeps the view box, the drawing and the attributes that the drawing inherits', () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" fill="none">
      <!-- A square. -->
      <path d="M0 0h9v9z"/>
    </svg>`;
    expect(readLogo(svg)).toEqual({
      viewBox: '0 0 9 9',
      drawing: '<g fill="none"><path d="M0 0h9v9z"/></g>',
    });
  });

  it('is reported by the check if it has a forbidden part or its file is missing', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'logo-')), 'logo.svg');
    await writeFile(file, '<svg viewBox="0 0 9 9"><style>a{}</style></svg>');
    expect(await findLogoMistakes(file)).toEqual(['firm/logo.svg: must not have <style']);
    await rm(dirname(file), { recursive: true });
    expect(await findLogoMistakes(file)).toEqual([expect.stringContaining('logo.svg')]);
  });

  it('may have attributes and path data on several lines, as from Inkscape', () => {
    const path = '<path\n     fill="#0e4b49"\n     d="M0 0h9\n v9z" />';
    const svg = `<svg\n   viewBox="0 0 9 9"\n   fill="none"\n   width="9">\n  ${path}\n</svg>`;
    const drawing = '<g fill="none"><path fill="#0e4b49" d="M0 0h9 v9z" /></g>';
    expect(readLogo(svg).drawing).toBe(drawing);
  });

  it('may have a title with an apostrophe and a backslash', async () => {
    const svg = `<svg viewBox="0 0 9 9"><title>The Growers' \\ mark</title></svg>`;
    const text = encodeURIComponent(await logoModule(svg));
    const made = (await import(/* @vite-ignore */ `data:text/javascript,${text}`)) as Logo;
    expect(made).toMatchObject(readLogo(svg));
  });

  it.each(['<style>a{}</style>', '<path style="fill:red"/>', '<path onclick="x()"/>', '<image/>'])(
    'must not have %s, which pages or emails would not show',
    (part) => {
      expect(() => readLogo(`<svg viewBox="0 0 9 9">${part}</svg>`)).toThrow('must not have');
    },
  );
});

describe('placeholders', () => {
  it.runIf(isShipped)('and unchanged files are found in the firm that we ship', () => {
    const found = [...findPlaceholders(folder, firm), ...findUnchanged(folder)];
    expect(found).toContain('firm/firm.ts: name: Association Office');
    expect(found).toContain('firm/firm.ts: address.street: 1 Example Street');
    expect(found).toContain('firm/firm.ts: social.0.href: https://www.linkedin.com/');
    for (const file of Object.keys(shippedFiles)) {
      expect(shippedFiles[file], file).toBe(digest(join(folder, file)));
      expect(found).toContain(`firm/${file}: as shipped`);
    }
  });

  it('do not include the theme and the legal documents, which a firm may keep', () => {
    const kept = findPlaceholders(folder, karoo).join();
    for (const name of ['theme', 'terms', 'paia', 'privacy']) {
      expect(kept).not.toContain(`${name}.ts`);
    }
  });

  it('are recognised with other line endings', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'firm-'));
    const home = await readFile(join(folder, 'content/en/home.ts'), 'utf8');
    await writeFile(join(copy, 'home.ts'), home.replaceAll('\n', '\r\n'));
    expect(digest(join(copy, 'home.ts'))).toBe(digest(join(folder, 'content/en/home.ts')));
    await rm(copy, { recursive: true });
  });

  it('do not include what a firm has changed', () => {
    const own = { ...karoo, bookingUrl: 'https://meet.karoo.example/' };
    expect(findPlaceholders(join(folder, 'nowhere'), own)).toEqual([]);
  });
});
